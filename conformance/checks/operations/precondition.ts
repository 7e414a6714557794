/** The If-Match of writes that need one: the ETag that a GET of their path shows just before. */
import { validators } from "../../../generated/validators.js";
import type { HeaderList } from "../../base/events.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { readBack } from "../kit/paged.ts";
import { isMergePatch } from "./asked.ts";
import type { DefectRow } from "./defect.ts";
import { entityTagOf, isStrong } from "./entity-tag.ts";
import { callOf, type Described, idOf, samplesOf } from "./operation.ts";
import { sameRead } from "./view.ts";

/**
 * A call with the condition that its operation needs, unless it has one: the same again where it has the key of an
 * earlier call, since a retry is the same request.
 */
export async function withPrecondition(run: Run, one: Described, call: Call): Promise<Call> {
  const source = one.row.ifMatch === "required" && call.headers === undefined ? sameRead(one) : null;
  if (source === null) return call;
  const read = await ask(run, readBack, callOf(source, { path: call.path ?? {} }));
  const { idempotencyKey } = call;
  const headers = conditionFor(read);
  const first = idempotencyKey === undefined ? headers : run.recall(`If-Match of ${idempotencyKey}`, headers);
  return { ...call, headers: first };
}

/** The condition under which what a read has shown may be changed. */
export function conditionFor(read: Exchange): HeaderList {
  const tag = succeeded(read) ? entityTagOf(read) : null;
  // A weak ETag matches nothing (RFC 9110, section 13.1.1), and this whatever is there.
  return [["If-Match", isStrong(tag) ? tag : "*"]];
}

/** With how many parts of a body a condition is left out: each may be changed in its own way. */
const mostParts = 4;

/** Merge patches of one property each, with its name; none for any other write. */
function singleParts(one: Described): readonly (readonly [name: string, body: object])[] {
  const { row } = one;
  if (!isMergePatch(row)) return [];
  const parts = samplesOf(one).bodies.flatMap((body) => Object.entries(isObject(body) ? body : {}));
  const single = parts.map(([name, value]) => [name, { [name]: value }] as const);
  const fitting = single.filter(([, body]) => row.body === null || validators[row.body](body));
  const isFirst = ([name]: (typeof fitting)[number], index: number) =>
    fitting.findIndex(([other]) => other === name) === index;
  return fitting.filter(isFirst).slice(0, mostParts);
}

/** One row for a write that needs an If-Match, which is left out; none for any other operation. */
export function unconditionalRows(one: Described): readonly DefectRow[] {
  const { ifMatch, requirement } = one.row;
  if (ifMatch !== "required" || requirement === null || sameRead(one) === null) return [];
  const family = "if-match.missing";
  return [
    {
      family,
      title: "a request without If-Match is refused",
      requirements: [requirement],
      needsClock: false,
      defects: [
        {
          check: idOf(family, one),
          alteration: { description: "without If-Match" },
          rule: { expected: "428, or another refusal" },
          change: (call) => ({ ...call, headers: [] }),
        },
        ...singleParts(one).map(([name, body]) => ({
          check: idOf(family, one),
          alteration: { description: `without If-Match, and with ${name} alone` },
          rule: { expected: "428, or another refusal" },
          change: (call: Call) => ({ ...call, headers: [], body }),
        })),
      ],
    },
  ];
}
