/** The card API on an {@link serveIndependently independent server}, as an edited description may have it. */
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
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
  windowSeconds: api.timestampWindowSeconds,
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
    // Whoever writes such a server reads of a field that has been described since.
    ...(samples.listCards.items[0] as object),
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
      const [type = ""] = (asked.headers["content-type"] ?? "").toLowerCase().split(";");
      if (type.trim() !== mediaType) refuse(415, `send ${mediaType}`);
      const body = objectIn(asked);
      for (const [name, value] of Object.entries(body)) {
        if (!(name in card.limits)) refuse(400, "unknown limit");
        if (name !== "approvalBased" && typeof value !== typeof card.limits[name])
          refuse(400, "a limit of another type");
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
    ...laterOperations.flatMap(({ id, method, path }): Route[] => {
      const body = samples[id as OperationId].responses["200"];
      const pattern = new RegExp(`^${prefix}${path.slice(api.versionPrefix.length)}$`);
      return method === "GET" ? [{ method, path: pattern, answer: () => ({ status: 200, body }) }] : [];
    }),
  ];
}

/** Operations that were described after this server was written: it answers reads as the description shows. */
export const laterOperations: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ id }) => ![api.token, "listCards", "updateCardLimits", "replaceCardLimits"].includes(id),
);
