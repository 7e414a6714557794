/** Servers that break a rule for some headers of writes alone: keys, timestamps, media types. */
import { api } from "../../../generated/operations.ts";
import { cardIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { json } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { isWrite } from "../../wire/is-write.ts";
import { replacing } from "../variation.ts";
import type { BrokenServer } from "./broken-in-histories.ts";
import { both, keyOf } from "./servers-with-past.ts";

/** A server that carries no write out whose key, as it is kept, is that of an earlier one with another key. */
const keeping = (kept: (key: string) => string) => () => {
  const known = new Map<string, string>();
  return replacing({
    apply: (change, context) => {
      const key = keyOf(context);
      if ((known.get(kept(key)) ?? key) !== key) return;
      known.set(kept(key), key);
      applyChange(change);
    },
  });
};

/** One for each way to break a rule. */
export const brokenInHeaders: readonly BrokenServer[] = [
  {
    does: "keeps 128 characters of a key",
    server: keeping((key) => key.slice(0, 128)),
    fails: both("idempotency.distinct"),
    history:
      /when its key is that of an earlier write that is (?:longer|very long) and has another last digit/,
  },
  {
    does: "keeps keys without their hyphens",
    server: keeping((key) => key.replaceAll("-", "")),
    fails: both("idempotency.distinct"),
    history: /when its key is that of an earlier write that has a hyphen at another place/,
  },
  {
    does: "says that it carries out a write whose timestamp is older than the last one, and does not",
    server: () => {
      const last = new Map<string, number>();
      return replacing({
        apply: (change, { request }) => {
          const { id } = cardIn(change);
          const signedAt = Number(request.headers.get(api.headers.timestamp));
          if (signedAt < (last.get(id) ?? 0) - 30) return;
          last.set(id, signedAt);
          applyChange(change);
        },
      });
    },
    fails: ["write.effect.patch"],
    history: /: PATCH A, with a timestamp 60 seconds old\.$/,
  },
  {
    does: "keeps letters, digits and hyphens of a key",
    server: keeping((key) => key.replace(/[^A-Za-z0-9-]/g, "")),
    fails: both("idempotency.distinct"),
    history: /when its key is that of an earlier write that has a colon at another place/,
  },
  {
    does: "takes a repetition for another write where its media type is spelled otherwise",
    server: () => {
      const types = new Map<string, Set<string>>();
      const typeOf = ({ request }: RequestContext) => request.headers.get("content-type") ?? "";
      return replacing({
        honoursIdempotencyKey: (key, context) => types.get(key)?.has(typeOf(context)) === true,
        apply: (change, context) => {
          applyChange(change);
          const known = types.get(keyOf(context)) ?? new Set();
          types.set(keyOf(context), known.add(typeOf(context)));
        },
      });
    },
    fails: both("idempotency.retry"),
    history: /applied again, over a later write, when Content-Type/,
  },
  {
    does: "refuses a key that is an earlier one in other letters",
    server: () =>
      replacing({
        intercept: (context) => {
          const key = keyOf(context);
          const isOther = (known: string) => known !== key && known.toLowerCase() === key.toLowerCase();
          return isWrite(context.operation) && [...context.state.writes.keys()].some(isOther)
            ? json(422, {})
            : null;
        },
      }),
    fails: both("idempotency.distinct"),
    history: /refused when its key is that of an earlier write that has its letters in the other case/,
  },
];
