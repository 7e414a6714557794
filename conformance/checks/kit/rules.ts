/** The requirements that a check may belong to: a description need not have every one that the suite knows. */
import { api, type Operation, operations, type Pagination } from "../../../generated/operations.ts";
import { type Requirement, requirements } from "../../../generated/requirements.ts";
import type { Check } from "./check.ts";

const rows: ReadonlyMap<string, Requirement> = new Map(requirements.map((row) => [row.id, row]));

/** The requirement with this id; undefined where this API has none. */
export function findRequirement(id: string): Requirement | undefined {
  return rows.get(id);
}

/** The rules of the parts of a request, as a description names them; null for a part of which it names none. */
type SpokenOf = Readonly<Record<keyof typeof api.requirements, string | null>>;

/**
 * Rules that stand for those that the suite knows, in a description with rules of its own: what follows from a part of a request
 * belongs to the rule that stands where that part is described, unless the description has one of what follows from it.
 *
 * @param ids - The ids of all rules of the description.
 * @param isToBe401 - True where every operation that needs a token shows a 401.
 */
export function standInsOf(
  ids: readonly string[],
  spoken: SpokenOf,
  isToBe401: boolean,
): ReadonlyMap<string, string> {
  const hasNone = !ids.some((id) => id.startsWith("auth."));
  const parts: readonly (readonly [row: string | null, family: string, names: readonly string[]])[] = [
    ...(hasNone ? ["service.oauth", "auth.bearer"] : []).map((id) => [spoken.token, id, [""]] as const),
    [spoken.token, "error.401.status", hasNone && isToBe401 ? [""] : []],
    [spoken.timestamp, "auth.timestamp.", ["required", "stale", "fresh"]],
    [
      spoken.signature,
      "auth.signature.",
      ["required", "verified", "algorithm", "method", "path", "timestamp", "string", "key"],
    ],
    ...["auth.refused.no-effect", "error.refusal.client-error"].map(
      (id) => [spoken.signature, id, [""]] as const,
    ),
    [spoken.idempotencyKey, "auth.idempotency.", ["required", "safe-retry", "distinct"]],
  ];
  // Who has some of what follows has left out the rest; that a part has to be there says nothing of what follows.
  const hasSome = (family: string) => ids.some((id) => id.startsWith(family) && id !== `${family}required`);
  return new Map(
    parts.flatMap(([row, family, names]) =>
      row === null || hasSome(family) ? [] : names.map((name) => [family + name, row] as const),
    ),
  );
}

const needToken = Object.values<Operation>(operations).filter(({ scopes }) => scopes !== null);
const standIns = standInsOf(
  [...rows.keys()],
  api.requirements,
  needToken.every(({ responses }) => "401" in responses),
);

/** What follows from the parameter for the cursor. */
const ofCursor: readonly string[] = [
  "list.cursor",
  "list.cursor.immediate",
  "list.iteration",
  "list.iteration.once",
];

/**
 * The rules of a check of a list: in a description that has none which the suite knows of lists, those of the parameters.
 *
 * @param ids - The ids of rules that the suite knows.
 * @param all - The ids of all rules of the description.
 */
export function rulesOfList(
  { rules }: Pick<Pagination, "rules">,
  [first, ...others]: Check["requirements"],
  all: readonly string[] = [...rows.keys()],
): Check["requirements"] {
  const isOwn = all.some((id) => id.startsWith("list."));
  const ruleOf = (id: string) => {
    const row = ofCursor.includes(id) ? rules?.cursor : id === "list.limit" ? rules?.pageSize : null;
    return isOwn ? id : (row ?? id);
  };
  return [ruleOf(first), ...others.map(ruleOf)];
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
