/** What a request must have or may have by its schema: with a value that this does not allow, it must be refused. */
import { type Demand, demands } from "../../../generated/demands.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { withoutValueAt, withValueAt } from "../../base/pointer.ts";
import { shortened } from "../../base/text.ts";
import type { Call } from "../../wire/request.ts";
import { findRequirement } from "../kit/rules.ts";
import type { DefectRow, OperationDefect } from "./defect.ts";
import { callOf, type Described, idOf } from "./operation.ts";
import { namingAs } from "./references.ts";

/**
 * One row for each part of a request that the specification demands.
 *
 * @param all - Those of every operation; of the description by default.
 */
export function demandRows(one: Described, all: readonly Demand[] = demands): readonly DefectRow[] {
  const own = all.filter(({ operation, requirement }) => operation === one.row.id && isRule(requirement));
  return own.map((demand) => {
    const names = demand.pointer.split("/").slice(1);
    const family = ["demanded", ...names].join(".").replaceAll(/[^a-zA-Z0-9.]/g, "-");
    const where = `${places[demand.in]} ${names.join(".")}`;
    const check = idOf(family, one);
    return {
      family,
      title: demand.isOptional
        ? `a request with a value of ${where} that its schema does not allow is refused`
        : `a request without ${where}, or with a value that its schema does not allow, is refused`,
      requirements: [demand.requirement],
      needsClock: false,
      defects: [
        ...(demand.isOptional
          ? []
          : changing(one, demand, (call) => without(call, demand)).map((change) =>
              defect(check, `without ${where}`, change),
            )),
        ...demand.invalid.flatMap((value) =>
          changing(one, demand, (call) => withValue(call, demand, value)).map((change) =>
            defect(check, `with ${shortened(jsonText(value), 40)} as ${where}`, change),
          ),
        ),
      ],
    };
  });
}

/** What the parts of a request are called. */
const places = { query: "the query parameter", needed: "the header", body: "the property" } as const;

/** A change of a call. */
type Change = (call: Call) => Call;

/**
 * The change of a part of a body, in a body that has this part, or is wrong then: in one of another kind it need not be
 * wrong. None where what is made of each sample fits the schema.
 */
function changing(
  one: Described,
  { in: part, pointer, isOfKind }: Demand,
  change: Change,
): readonly Change[] {
  const schema = one.row.body;
  const isRight = (call: Pick<Call, "body">) => schema !== null && validators[schema](call.body);
  // Of several alternatives that have it, not each needs to call the same wrong.
  const isSure = (body: unknown) => isOfKind !== true && valueAt(body, pointer) !== undefined;
  const samples = one.description.samples[one.row.id]?.bodies ?? [];
  if (part !== "body" || samples.length === 0) return [change];
  const other = samples.find((body) => isSure(body) || !isRight(change(callOf(one, { body }))));
  if (other === undefined) return [];
  const isOfOtherKind = (call: Call) => !isSure(call.body) && isRight(change(call));
  return [(call) => change(isOfOtherKind(call) ? { ...call, body: namingAs(one, other, call.body) } : call)];
}

/** True for a requirement that the specification states, or that follows from it. */
function isRule(id: string): boolean {
  const row = findRequirement(id);
  return row !== undefined && row.basis !== "unspecified";
}

function defect(check: string, description: string, change: (call: Call) => Call): OperationDefect {
  return { check, alteration: { description }, rule: { expected: "a refusal (any 4xx)" }, change };
}

function without(call: Call, { in: part, pointer }: Demand): Call {
  // Where nothing is said of it, a header is sent.
  if (part === "needed") return { ...call, needed: { ...call.needed, [pointer.slice(1)]: null } };
  return { ...call, [part]: withoutValueAt(call[part], pointer) };
}

function withValue(call: Call, { in: part, pointer }: Demand, value: unknown): Call {
  return { ...call, [part]: withValueAt(call[part], pointer, part === "body" ? value : String(value)) };
}
