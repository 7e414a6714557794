import { api } from "../../../../generated/operations.ts";
import type { RequestContext } from "../../seams.ts";
import { isAcceptedWrite, type PastRequest } from "../past.ts";
import { any, type Circumstance, described, header, isIdempotent, takesToken } from "./circumstance.ts";

/** The last request of the same operation. */
const ofSame = ({ operation }: RequestContext, past: readonly PastRequest[]) =>
  past.filter((one) => one.operation === operation).at(-1);
/** The request answered before, other than one for a token. */
const before = (past: readonly PastRequest[]) =>
  past.filter(({ operation }) => operation !== api.token).at(-1);
const keyOf = ({ request }: RequestContext) => request.headers.get(api.headers.idempotencyKey);

/** Circumstances of what happens before a request and beside it, and of when it comes. */
export const histories = [
  {
    name: "after-refused",
    kind: "history",
    words: "after a refused request of the same operation",
    isFor: any,
    holds: (context, past) => (ofSame(context, past)?.status ?? 0) >= 400,
  },
  {
    name: "after-write",
    kind: "history",
    words: "right after an accepted write",
    isFor: takesToken,
    holds: (_, past) => {
      const last = before(past);
      return last !== undefined && isAcceptedWrite(last);
    },
  },
  {
    name: "key-of-other-item",
    kind: "history",
    words: "where the idempotency key was used in another path",
    mayBeRefused: true,
    isFor: (operation) => isIdempotent(operation) && operation.path.includes("{"),
    holds: (context, past) =>
      past.some(
        (one) => isAcceptedWrite(one) && one.key === keyOf(context) && one.path !== context.request.path,
      ),
  },
  {
    name: "repetition",
    kind: "history",
    words: "in a repetition of an accepted write, with its key and body",
    isFor: isIdempotent,
    holds: (context, past) => {
      const { method, path, body } = context.request;
      return past.some(
        (one) =>
          isAcceptedWrite(one) &&
          one.key === keyOf(context) &&
          [one.method, one.path, one.body].join(" ") === [method, path, body].join(" "),
      );
    },
  },
  {
    name: "body-again",
    kind: "history",
    words: "where the body is that of the last accepted write to the same path",
    isFor: isIdempotent,
    holds: ({ request }, past) =>
      past.filter((one) => isAcceptedWrite(one) && one.path === request.path).at(-1)?.body === request.body,
  },
  {
    name: "cursor-again",
    kind: "history",
    words: "where the cursor was used before",
    mayBeRefused: true,
    isFor: ({ paginated }) => paginated !== null,
    holds: (context) => {
      const cursor = context.request.query.get(described(context)?.paginated?.parameter ?? "");
      return context.state.cursors.get(cursor ?? "")?.used === true;
    },
  },
  {
    name: "two-seconds-after-write",
    kind: "time",
    words: "two seconds after the last accepted write, and later",
    isFor: takesToken,
    holds: ({ now }, past) => {
      const last = past.filter(isAcceptedWrite).at(-1);
      return last !== undefined && now - last.at >= 2000;
    },
  },
  {
    name: "even-second",
    kind: "time",
    words: "where the timestamp is an even number",
    isFor: ({ signed }) => signed !== null,
    holds: header(api.headers.timestamp, (timestamp) => /[02468]$/.test(timestamp)),
  },
  {
    name: "in-company",
    kind: "company",
    words: "while another request is being answered",
    isFor: any,
    holds: ({ beside }) => beside > 0,
  },
  {
    name: "every-fifth",
    kind: "repetition",
    words: "in every fifth request of the operation",
    isFor: any,
    holds: ({ count }) => count % 5 === 0,
  },
] as const satisfies readonly Circumstance[];
