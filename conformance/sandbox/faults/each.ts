/** A fault of several operations, and the same fault in only one of them. */
import { fault, type Misbehaviour, type Row } from "./fault.ts";
import { checksOf, type Judged, replaysOf } from "./operations.ts";
import { all, type When } from "./when.ts";

/** A fault of all of these operations, if there are several, and of each alone. The heading has check ids without ends. */
export function inEach(
  these: readonly Judged[],
  name: string,
  summary: string,
  { replays, when = () => true, ...behaviour }: Misbehaviour & { readonly replays?: string },
): Row[] {
  const seenBy = (some: readonly Judged[]) => (checks: readonly string[]) => [
    ...checksOf(checks, some),
    ...(replays === undefined ? [] : some.flatMap(({ operation }) => replaysOf(operation, replays))),
  ];
  const among =
    (some: readonly Judged[]): When =>
    ({ operation }) =>
      some.some((one) => one.operation === operation);
  const each = these.map((one) =>
    fault(`${name}.${one.check}`, `${wordsFor(one)} ${summary}`, {
      ...behaviour,
      when: all(among([one]), when),
      checksOf: seenBy([one]),
    }),
  );
  if (these.length < 2) return each;
  return [
    fault(name, summary, { ...behaviour, when: all(among(these), when), checksOf: seenBy(these) }),
    ...each,
  ];
}

/** How an operation is called in the summary of a fault: by its method where that tells it from others. */
export function wordsFor({ method, check, operation }: Judged): string {
  return check === operation ? operation : method;
}
