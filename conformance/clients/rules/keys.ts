/** How a client uses idempotency keys, and what its writes do (Authentication, 9). */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { count } from "../../base/text.ts";
import type { Fact } from "../../checks/kit/verdict.ts";
import type { Seen } from "../evidence.ts";
import { type Breach, broken, each, kept, type Rule } from "../rule.ts";
import { jsonOf, keyOf, operationOf, type View, type WorkSeen } from "../view.ts";
import { ofRow } from "./writes.ts";

/** Statuses of a failure that say that nothing was carried out, since nobody can do it (RFC 9110, sections 15.6.2 and 15.6.6). */
const neverDone = [501, 505];

/** True for a write of which nobody can tell from the answer whether it was carried out. */
export function isOpen({ response }: Seen): boolean {
  return response === null || (response.status >= 500 && !neverDone.includes(response.status));
}

/** The parts of the task that write, with what was sent for each. */
export function workedWrites({ worked }: View): readonly WorkSeen[] {
  return worked.filter(({ work }) => work.body !== undefined);
}

/** A request as what it means: a body that differs in spaces alone is the same. */
function meaningOf(seen: Seen): readonly unknown[] {
  return [seen.request.method, seen.path, jsonOf(seen) ?? seen.body];
}

/** The rules. */
export const keyRules: readonly Rule[] = [
  {
    id: "client.key.unique",
    how: "Let the client make two writes.",
    judge: (view) => {
      const keyed = view.writes.filter((seen) => keyOf(seen) !== "");
      const works = workedWrites(view);
      return keyed.slice(1).flatMap((seen): Fact[] => {
        const before = keyed.slice(0, keyed.indexOf(seen));
        const own = works.find(({ attempts }) => attempts.includes(seen));
        const other = before.find((one) => {
          if (keyOf(one) !== keyOf(seen)) return false;
          // Nobody knows whether the same write under the same key was meant as another one, unless the task tells.
          return own === undefined
            ? !isDeepStrictEqual(meaningOf(one), meaningOf(seen))
            : !own.attempts.includes(one) && works.some(({ attempts }) => attempts.includes(one));
        });
        if (other === undefined) {
          const isNew = before.every((one) => keyOf(one) !== keyOf(seen));
          return isNew ? [kept("each write has a key of its own", seen)] : [];
        }
        return [
          broken(
            {
              message: "A new write has the key of an earlier one.",
              expected: "a key that no write had before",
              received: "the key of another write",
              hint: "A server takes it for the earlier write, and does not carry it out.",
            },
            seen,
            other,
          ),
        ];
      });
    },
  },
  {
    id: "client.key.same-write",
    how: "Let the client send a write again; when it is driven, an answer is lost.",
    judge: ({ writes }) =>
      writes.flatMap((seen, index): Fact[] => {
        const first = writes.slice(0, index).find((one) => keyOf(one) === keyOf(seen) && keyOf(one) !== "");
        if (first === undefined) return [];
        if (isDeepStrictEqual(meaningOf(first), meaningOf(seen))) return [kept("the same write again", seen)];
        return [
          broken(
            {
              message: "Another write was sent under a key that was in use.",
              expected: "method, path and body as before",
              received: "something else in one of them",
            },
            seen,
            first,
          ),
        ];
      }),
  },
  {
    id: "client.key.stable",
    how: "Drive the client: the answer to a write is then lost.",
    judge: (view) =>
      workedWrites(view).flatMap(({ attempts }): Fact[] =>
        attempts.flatMap((seen, index): Fact[] => {
          if (!isOpen(seen)) return [];
          // No later refusal tells what became of this one; a look at the item may.
          const later = attempts
            .slice(index + 1)
            .filter(
              (one) => !view.lists.some(({ arrived }) => arrived > seen.answered && arrived < one.arrived),
            );
          const [next] = later;
          if (next === undefined) return [kept("not sent again", seen)];
          const other = later.find((one) => keyOf(one) !== keyOf(seen));
          if (other === undefined) return [kept("sent again under its key", next)];
          return [
            broken(
              {
                message: "A write whose outcome was unknown was sent again under another key.",
                expected: "the key that it had",
                received: keyOf(other) === "" ? "no key" : "another key",
              },
              other,
              seen,
            ),
          ];
        }),
      ),
  },
  {
    id: "client.key.plain",
    how: "Let the client make a write.",
    judge: (view) => {
      const ids = new Set(view.pages.flatMap(({ items }) => items));
      const tokens = view.tokens.map(({ value }) => value);
      return each(
        view.writes.filter((seen) => keyOf(seen) !== ""),
        "nothing sensitive is in it",
        (seen) => {
          const inPath = seen.path.split("/").filter((part) => /[0-9]{4}/.test(part));
          const found = [view.clientSecret, ...tokens, ...ids, ...inPath].some((one) =>
            keyOf(seen).includes(one),
          );
          return found
            ? {
                message: "An idempotency key holds a secret, a token or the id of an item.",
                expected: "a random key, such as a UUID",
                received: "a key that tells something",
              }
            : null;
        },
      );
    },
  },
  {
    id: "client.effect.once",
    how: "Drive the client: what its writes cause is then counted.",
    judge: (view) => {
      if (view.work === null || view.effects.length === 0) return [];
      const works = workedWrites(view);
      const doubled = works.find(({ effects }) => effects.length > 1);
      const asked = new Set(works.flatMap(({ effects }) => effects));
      const unasked = view.effects.filter((effect) => !asked.has(effect));
      const [stray] = unasked;
      if (doubled === undefined && stray === undefined) {
        return [kept(`${count(view.effects.length, "effect")}, as asked`)];
      }
      const of = stray === undefined ? (doubled?.effects ?? []) : unasked;
      return [
        broken(
          {
            message:
              stray === undefined
                ? "A write that was asked for once was carried out more than once."
                : "A write was carried out that nobody asked for.",
            expected: "one effect for each write that was asked for",
            received:
              stray === undefined
                ? count(of.length, "effect")
                : `${count(of.length, "effect")} of no such write`,
          },
          ...view.seen.filter(({ id }) => of.some(({ exchange }) => exchange === id)),
        ),
      ];
    },
  },
  {
    id: "client.patch.only-asked",
    how: "Drive the client: what it was asked to change is then known.",
    judge: (view) =>
      eachAsked(view, "client.patch.only-asked", (body, asked) => {
        const names = [...new Set([...Object.keys(body), ...Object.keys(asked)])];
        const other = names.filter((name) => body[name] !== null && !isSame(body[name], asked[name]));
        return other.length === 0
          ? null
          : {
              message: "A write does not hold what was to be changed, and that alone.",
              expected: JSON.stringify(asked),
              received: JSON.stringify(body),
            };
      }),
  },
  {
    id: "client.patch.null",
    how: "Drive the client: what it was asked to change is then known.",
    judge: (view) =>
      eachAsked(view, "client.patch.null", (body, asked) => {
        const removed = Object.keys(body).filter((name) => body[name] === null && asked[name] !== null);
        return removed.length === 0
          ? null
          : {
              message: "A write has null where nothing was to be removed.",
              expected: "no null",
              received: `null for ${removed.join(", ")}`,
            };
      }),
  },
];

/** A number that was sent as a text is another rule's matter. */
function isSame(sent: unknown, asked: unknown): boolean {
  return isDeepStrictEqual(sent, asked) || (typeof asked === "number" && String(asked) === sent);
}

/** One fact for each write of the task: what its body is, against what was asked for. */
function eachAsked(
  view: View,
  id: string,
  breachOf: (body: Record<string, unknown>, asked: Record<string, unknown>) => Breach | null,
): readonly Fact[] {
  return workedWrites(view).flatMap(({ work, attempts }) => {
    const { body: asked } = work;
    const own = ofRow(attempts, id).filter((seen) => operationOf(seen) !== null && isObject(jsonOf(seen)));
    return isObject(asked)
      ? each(own, "as asked", (seen) => breachOf(jsonOf(seen) as Record<string, unknown>, asked))
      : [];
  });
}
