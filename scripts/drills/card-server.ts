/** The card API on an {@link serveIndependently independent server}, as an edited description may have it. */
import type { Fixed, Route } from "./independent-server.ts";
import { objectIn, pageOf, refuse, sizeOf } from "./independent-server.ts";

/** What the specification of today fixes. */
export const cardApi: Fixed = {
  tokenPath: "/v1/oauth/token",
  scopes: ["cards:read", "cards:write", "transfers:read", "transfers:write"],
  headers: {
    key: "idempotency-key",
    timestamp: "x-service-request-timestamp",
    signature: "x-service-signature",
  },
  windowSeconds: 300,
  signedString: (method, path, timestamp) => method + path + timestamp,
  hash: "sha256",
};

/** What an edited description may say of cards. */
export interface CardChanges {
  readonly prefix?: string;
  readonly pageSize?: number;
  /** Further fields of a card. */
  readonly fields?: (index: number) => Readonly<Record<string, unknown>>;
  /** The body of a page. */
  readonly page?: (cards: readonly unknown[], next: string | null) => unknown;
}

/** The operations on cards, over cards of their own. */
export function cardRoutes({ prefix = "/v1", pageSize = 10, fields, page }: CardChanges = {}): Route[] {
  const cards = Array.from({ length: 31 }, (_, index) => ({
    id: `CRD${2001 + index}`,
    last4: String(1000 + index),
    nickname: `Card ${index}`,
    cardHolder: { id: `USR${300 + index}`, fullName: `Holder ${index}` },
    limits: { daily: 4000 + index, monthly: 90_000, atm: 0, approvalBased: null } as Record<string, unknown>,
    availableBalance: 700 + index,
    ...fields?.(index),
  }));
  const limitsPath = new RegExp(`^${prefix}/card/([^/]+)/limits$`);
  const write = (mediaType: string, isWhole: boolean): Route["answer"] => {
    return (asked) => {
      const card = cards.find(({ id }) => id === asked.captured[0]) ?? refuse(404, "no such card");
      if (asked.headers["content-type"] !== mediaType) refuse(415, `send ${mediaType}`);
      const body = objectIn(asked);
      for (const [name, value] of Object.entries(body)) {
        if (!(name in card.limits)) refuse(400, "unknown limit");
        if (name !== "approvalBased" && typeof value !== "number") refuse(400, "a limit is a number");
      }
      card.limits = isWhole ? body : { ...card.limits, ...body };
      return { status: 200, body: structuredClone(card) };
    };
  };
  return [
    {
      method: "GET",
      path: new RegExp(`^${prefix}/card$`),
      answer: ({ query }) => {
        const { page: items, next } = pageOf(cards, query.get("cursor"), sizeOf(query, "limit", pageSize));
        const body = next === null ? { cards: items } : { cards: items, nextCursor: next };
        return { status: 200, body: page?.(items, next) ?? body };
      },
    },
    {
      method: "PATCH",
      path: limitsPath,
      signed: true,
      answer: write("application/merge-patch+json", false),
    },
    { method: "PUT", path: limitsPath, signed: true, answer: write("application/json", true) },
  ];
}
