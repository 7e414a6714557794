/** The requirements that a check may belong to: a description need not have every one that the suite knows. */
import { api, type Operation, operations, type Pagination } from "../../../generated/operations.ts";
import { type Requirement, requirements } from "../../../generated/requirements.ts";
import type { Check } from "./check.ts";

const rows: ReadonlyMap<string, Requirement> = new Map(requirements.map((row) => [row.id, row]));

/** The requirement with this id; undefined where this API has none. */
export function findRequirement(id: string): Requirement | undefined {
  return rows.get(id);
}

const spoken: Readonly<Record<keyof typeof api.requirements, string | null>> = api.requirements;
const needToken = Object.values<Operation>(operations).filter(({ scopes }) => scopes !== null);

/** What follows from the description of a part of a request, by the beginning of the ids: for which of these rules, and its rule. */
const parts: readonly (readonly [family: string, names: readonly string[], row: string | null])[] = [
  [
    "auth.signature.",
    ["required", "verified", "algorithm", "method", "path", "timestamp", "string", "key"],
    spoken.signature,
  ],
  ["auth.timestamp.", ["required", "stale", "fresh"], spoken.timestamp],
  ["auth.idempotency.", ["required", "safe-retry", "distinct"], spoken.idempotencyKey],
  ["auth.refused.", ["no-effect"], spoken.signature],
  ["error.refusal.", ["client-error"], spoken.signature],
  ["service.oauth", [""], spoken.token],
  ["auth.bearer", [""], spoken.token],
  ["error.401.", needToken.every(({ responses }) => "401" in responses) ? ["status"] : [], spoken.token],
];

/** True where the description has rules of this family that the suite knows: then those that it lacks are left out on purpose. */
const has = (family: string) => [...rows.keys()].some((id) => id.startsWith(family));

/** For the ids of rules that the suite knows: the rules that stand for them in a description with rules of its own. */
const standIns: ReadonlyMap<string, string> = new Map(
  has("auth.")
    ? []
    : parts.flatMap(([family, names, row]) =>
        row === null ? [] : names.map((name) => [family + name, row] as const),
      ),
);

/**
 * The rules of a check of a list: in a description that has none which the suite knows of lists, those of the parameters.
 *
 * @param ids - The ids of rules that the suite knows.
 */
export function rulesOfList(
  { rules }: Pick<Pagination, "rules">,
  ids: Check["requirements"],
): Check["requirements"] {
  if (has("list.")) return ids;
  const ofCursor = ["list.cursor", "list.cursor.immediate", "list.iteration", "list.iteration.once"];
  const [first, ...others] = ids.map((id) => {
    const row = ofCursor.includes(id) ? rules?.cursor : id === "list.limit" ? rules?.pageSize : null;
    return row ?? id;
  });
  return first === undefined ? ids : [first, ...others];
}

/**
 * The check with those of its requirements that this API has, or else with what stands for them; none where it has neither.
 */
export function withKnownRequirements(check: Check): Check[] {
  const known = check.requirements.filter((id) => rows.has(id));
  const [first, ...others] =
    known.length > 0 ? known : new Set(check.requirements.flatMap((id) => standIns.get(id) ?? []));
  return first === undefined ? [] : [{ ...check, requirements: [first, ...others] }];
}
