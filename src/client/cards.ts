import { operations } from "../../generated/operations.ts";
import type { Card, CardList, LimitsPatch, LimitsReplacement } from "../../generated/types.ts";
import * as validators from "../../generated/validators.js";
import { checkNames, whole, wrongArgument } from "../core/checks.ts";
import { CallPromise, type CallResult } from "../pipeline/result.ts";
import { refusedBody, type WithBigInts } from "../request/body.ts";
import { pathValue } from "../request/path.ts";
import type { Paginate, RequestOperation } from "./operation-calls.ts";
import { type CallOptions, callNames } from "./options.ts";
import { type Paginator, type PaginatorOptions, paginatorNames } from "./pages.ts";

export type { Card, CardList, LimitsPatch, LimitsReplacement } from "../../generated/types.ts";

/** What this API adds to the general calls of a client. */
export interface OwnMethods {
  /** Cards and their spending limits. */
  readonly cards: Cards;
}

/** The result of a write that succeeded. */
export interface WriteReceipt {
  /** Response body as received; undefined if there is none. The specification does not define it. */
  readonly body: unknown;
  /** Idempotency key of the write. */
  readonly idempotencyKey: string;
  /** Number of requests sent for it. */
  readonly attempts: number;
}

/** Cards and their spending limits. */
export interface Cards {
  /**
   * Lists cards.
   *
   * @param options - `limit`: cards per page; if omitted, the server's default.
   * @throws RequestError `invalid-argument` at once for wrong options; PartnerCardError from the iteration.
   * @example
   * ```ts
   * for await (const card of client.cards.list({ limit: 100 })) console.log(card.id, card.limits.daily);
   * ```
   * @see Specification, Endpoints, GET /v1/card.
   */
  list(options?: ListOptions): Paginator<Card, CardList>;
  /**
   * Changes some limits of a card and leaves the others as they are.
   *
   * @param id - Id of a card, as in the list.
   * @param patch - The limits to change, as whole numbers up to 2^53 or bigints; see `mergePatch` for values
   *   that may be undefined.
   * @throws PartnerCardError with `idempotencyKey` and `outcome`.
   * @see Specification, Endpoints, PATCH /v1/card/{id}/limits. RFC 7396.
   */
  updateLimits(id: string, patch: WithBigInts<LimitsPatch>, options?: CallOptions): CallPromise<WriteReceipt>;
  /**
   * Replaces the limits of a card.
   *
   * @param id - Id of a card, as in the list.
   * @param limits - All limits. The specification does not define this body; it is sent as passed.
   * @throws PartnerCardError with `idempotencyKey` and `outcome`.
   * @see Specification, Endpoints, PUT /v1/card/{id}/limits.
   */
  replaceLimits(id: string, limits: LimitsReplacement, options?: CallOptions): CallPromise<WriteReceipt>;
}

/** Options of a card list. */
export interface ListOptions extends PaginatorOptions, Omit<CallOptions, "idempotencyKey"> {
  /** Cards per page: a whole number, one or more. */
  readonly limit?: number | undefined;
}

/** Builds the methods of this API on the general calls of a client. The package exports its type at most. */
export function ownMethods(request: RequestOperation, paginate: Paginate): OwnMethods {
  return { cards: cardsOf(request, paginate) };
}

function cardsOf(request: RequestOperation, paginate: Paginate): Cards {
  const write = (operation: "updateCardLimits" | "replaceCardLimits") => {
    return (id: string, body: LimitsReplacement, options: CallOptions = {}) =>
      new CallPromise(
        request(
          operations[operation],
          { params: { path: pathValue(operations[operation].path, id) }, body },
          options,
          {
            check: () => {
              checkNames("options", options, Object.keys(callNames));
              checkCardId(id);
              checkBody(
                operation === "updateCardLimits" ? validators.LimitsPatch : validators.LimitsReplacement,
                body,
              );
            },
          },
        ).then(receiptOf),
      );
  };
  return {
    list(given = {}) {
      checkNames("options", given, [...Object.keys({ ...callNames, ...paginatorNames }), "limit"]);
      const { limit, ...options } = given;
      const params = limit === undefined ? {} : { query: { limit: whole("limit", limit, { least: 1 }) } };
      return paginate(operations.listCards, { params }, options) as Paginator<Card, CardList>;
    },
    updateLimits: write("updateCardLimits"),
    replaceLimits: write("replaceCardLimits"),
  };
}

function receiptOf(result: CallResult<unknown>): CallResult<WriteReceipt> {
  const { data: body, idempotencyKey = "", attempts } = result;
  return result.with({ body, idempotencyKey, attempts });
}

function checkCardId(id: unknown): void {
  if (validators.CardId(id)) return;
  const [error] = validators.CardId.errors ?? [];
  throw wrongArgument("id", error?.message ?? "is no id of a card");
}

/** A null amount might remove a limit; its effect is not specified, so it is refused here. */
function checkBody(fits: validators.Validator, body: unknown): void {
  if (fits(withoutBigInts(body))) return;
  const [first] = fits.errors ?? [];
  throw refusedBody(first?.instancePath ?? "", first?.message ?? "is malformed");
}

/** A copy of the patch without bigints, which the validator does not support. */
function withoutBigInts(patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const plain = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, plain(value)]));
}
