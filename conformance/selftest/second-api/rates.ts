/** The rates of the second API: what an amount costs in a region. */
import type { Flaw } from "./flaws.ts";
import { demand } from "./refused.ts";

/** Rates, and a flaw where they have one. */
export function createRates(flaw: Flaw | undefined) {
  const is = (name: Flaw) => flaw === name;
  const requestIds = new Set<string>();

  function answer(query: URLSearchParams, asked: Headers): Response {
    if (is("rate.redirect")) return new Response(null, { status: 302, headers: { location: "/elsewhere" } });
    const amount = query.get("amount");
    demand(amount !== null || is("rate.amount-optional"), 400, "amount is missing.");
    demand(/^[0-9]+$/.test(amount ?? "1") || is("rate.any-amount"), 400, "amount is no integer.");
    const region = asked.get("x-region");
    demand(region !== null || is("rate.region-optional"), 400, "X-Region is missing.");
    demand(["EU", "UK"].includes(region ?? "EU") || is("rate.any-region"), 400, "X-Region is unknown.");
    const id = asked.get("x-request-id") ?? "";
    demand(id !== "" && !requestIds.has(id), 400, "X-Request-Id is missing, or was used before.");
    requestIds.add(id);
    const headers = new Headers(is("rate.headerless") ? {} : { "x-rate-version": "7" });
    if (!is("rate.plain-json")) headers.set("content-type", "application/vnd.rate+json");
    if (is("rate.html")) {
      headers.set("content-type", "text/html");
      return new Response("<p>1.5</p>", { headers });
    }
    return Response.json({ rate: is("rate.text") ? "high" : 1.5 }, { headers });
  }

  return { answer };
}
