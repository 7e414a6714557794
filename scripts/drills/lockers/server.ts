/** The invented Locker API on an independent server: nothing of its description is read here. */
import { type Fixed, objectIn, pageOf, type Route, refuse, sizeOf } from "../independent-server.ts";

/** What the Locker API fixes. */
export const lockerApi: Fixed = {
  tokenPath: "/v3/access/grant",
  scopes: ["lockers:view", "lockers:control"],
  headers: { key: "x-once", timestamp: "x-proof-time", signature: "x-proof" },
  windowSeconds: 120,
  signedString: (method, path, timestamp) => [timestamp, method, path].join("."),
  hash: "sha512",
  error: (message) => ({ code: "request", message, details: [] }),
};

/** Its operations, over lockers of their own. */
export function lockerRoutes(): Route[] {
  const lockers = Array.from({ length: 60 }, (_, index) => ({
    ref: `LK-${index + 1}`,
    place: `Street ${index}`,
    kind: index % 2 === 0 ? "indoor" : "outdoor",
    settings: { brightness: index, night: false } as Record<string, unknown>,
  }));
  const found = ([ref]: readonly string[]) =>
    lockers.find((one) => one.ref === ref) ?? refuse(404, "no such locker");
  return [
    {
      method: "GET",
      path: /^\/v3\/lockers$/,
      scopes: ["lockers:view"],
      answer: ({ query }) => {
        if (Number(query.get("size")) > 30) refuse(400, "size is 30 at most");
        const { page, next } = pageOf(lockers, query.get("from"), sizeOf(query, "size", 25));
        return { status: 200, body: { data: { lockers: page }, meta: { next } } };
      },
    },
    {
      method: "GET",
      path: /^\/v3\/lockers\/([^/]+)$/,
      scopes: ["lockers:view"],
      answer: ({ captured, query }) => {
        if (!/^[0-9]+$/.test(query.get("detail") ?? "")) refuse(400, "detail is an integer");
        return { status: 200, body: { ...found(captured), doors: 3 } };
      },
    },
    {
      method: "PATCH",
      path: /^\/v3\/lockers\/([^/]+)\/settings$/,
      signed: true,
      answer: (asked) => {
        const locker = found(asked.captured);
        const patch = objectIn(asked);
        const { brightness = 0, night = false } = patch;
        const isBright = Number.isInteger(brightness) && Number(brightness) >= 0 && Number(brightness) <= 100;
        if (!isBright || typeof night !== "boolean") refuse(400, "no such settings");
        locker.settings = { ...locker.settings, ...patch };
        return { status: 200, body: { ...locker.settings } };
      },
    },
    {
      method: "POST",
      path: /^\/v3\/lockers\/([^/]+)\/door$/,
      signed: true,
      answer: (asked) => {
        found(asked.captured);
        const { reason } = objectIn(asked);
        if (!["delivery", "pickup", "service"].includes(String(reason))) refuse(400, "no such reason");
        return { status: 204, headers: { "x-closes-in": "30" } };
      },
    },
  ];
}
