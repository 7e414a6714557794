/** What a description calls write-only is in nothing that is read (JSON Schema Validation 2020-12, section 9.4). */
import { isObject } from "../../base/shape.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { logCheck } from "./log-check.ts";
import { type Described, isWrite, nameOf } from "./operation.ts";

/** The check of a write whose body has something that is write-only; none for any other operation. */
export function writeOnlyCheck(one: Described): Check[] {
  if (!isWrite(one.row) || one.row.writeOnlyFields === undefined) return [];
  return logCheck(
    one,
    { family: "write-only", title: "what is for writing only is not read" },
    judgeWriteOnly,
  );
}

/** Judges all that is read after accepted writes of an operation: none of it holds, under its name, what is write-only. */
export function judgeWriteOnly({ row }: Described, log: readonly Exchange[]): readonly Fact[] {
  const written = log.findIndex((exchange) => exchange.operation === row.id && succeeded(exchange));
  const reads = log
    .slice(written + 1)
    .filter(({ request, response }) => request.method === "GET" && response !== null);
  const [first] = reads;
  if (written < 0 || first === undefined) return [missing(`nothing was read after ${nameOf(row)}`)];
  const sent = log.filter(({ operation }) => operation === row.id).map(bodySent);
  for (const name of row.writeOnlyFields ?? []) {
    // What there are few of may be another value that is the same.
    const secrets = new Set<unknown>(
      sent.map((body) => (isObject(body) ? body[name] : null)).filter(isTelling),
    );
    const shown = reads.find(({ response }) =>
      valuesOf(response?.json, name).some((value) => secrets.has(value)),
    );
    if (shown === undefined) continue;
    return violations({
      message: `${name}, which ${nameOf(row)} takes for writing only, can be read.`,
      expected: [`no ${name}`],
      received: `the ${name} that was sent (not shown here)`,
      exchanges: [shown.id],
      // It does not come up by chance, and what was sent need not be read again.
      isLasting: true,
    });
  }
  return [held("nothing that is read shows what is for writing only", first.id)];
}

const isTelling = (value: unknown) => typeof value === "string" || typeof value === "number";

/** The values of all properties of this name. */
function valuesOf(json: unknown, name: string): readonly unknown[] {
  if (Array.isArray(json)) return json.flatMap((part) => valuesOf(part, name));
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, part]) => (key === name ? [part] : valuesOf(part, name)));
}
