/** The list as such: it is served, where it is specified and nowhere else. */
import { noToken } from "../card-list.ts";
import { type Check, held, missing } from "../check.ts";
import type { Fact } from "../verdict.ts";
import { readPage } from "../walk.ts";
import { outcomeOf } from "../wire/exchange.ts";
import { listCheck } from "./walks.ts";

const request = listCheck(
  {
    id: "list.request",
    title: "GET /v1/card answers with a card list, to every request as specified",
    requirements: [
      "list.request",
      "list.authorization",
      "service.cards.pages",
      "auth.read.only-authorization",
    ],
  },
  (found) =>
    found.flatMap(({ pages }) =>
      pages.map(({ exchange, cards }): Fact => {
        if (cards !== null)
          return held("each page was a card list; only Authorization was sent", exchange.id);
        const status = exchange.response?.status;
        const transient = status === undefined || [429, 502, 503, 504].includes(status);
        // A large limit and a cursor may be refused for reasons of their own; other checks ask for those.
        if (transient || exchange.request.url.includes("?"))
          return missing(outcomeOf(exchange), [exchange.id]);
        return {
          kind: "broken",
          message: "A request of the list as specified was not answered with a card list.",
          expected: ["2xx with an object that holds cards, an array"],
          received: outcomeOf(exchange),
          exchanges: [exchange.id],
        };
      }),
    ),
);

const versioned: Check = {
  id: "version.path",
  title: "the list is served under /v1 and nowhere without it",
  requirements: ["version.path"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { probe, target } = run;
    const before = await probe.call("control", { operation: "listCards" });
    const token = await probe.tokens.current();
    if (before === null || token === null) return [missing(noToken(run))];
    if (readPage(before).cards === null)
      return [missing(`the list is not served (${outcomeOf(before)})`, [before.id])];
    const facts: Fact[] = [];
    for (const path of ["/card", "/v2/card"]) {
      const exchange = await probe.session.send({
        purpose: "version.path",
        operation: null,
        alteration: `at ${path}`,
        build: async () => ({
          method: "GET",
          url: target.baseUrl + path,
          headers: [
            ["Authorization", `Bearer ${token.value}`],
            ["Accept", "application/json"],
          ],
          body: null,
        }),
      });
      facts.push(
        readPage(exchange).cards === null
          ? held("the list is served at /v1/card only", exchange.id)
          : {
              kind: "broken",
              message: `The card list is served at ${path} as well.`,
              expected: ["nothing at a path that does not begin with /v1"],
              received: `${outcomeOf(exchange)} with a card list`,
              exchanges: [exchange.id, before.id],
            },
      );
    }
    return facts;
  },
};

/** Checks of the list as such. */
export const listRequestChecks: readonly Check[] = [request, versioned];
