/** Open questions about the token request and the list: asked with requests of their own. */

import { api } from "../../../generated/operations.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { readToken, type TokenRequestAlteration } from "../../wire/tokens.ts";
import { tokenDefects } from "../defects.ts";
import { noToken } from "../kit/ask.ts";
import { answer, type Check, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { idOf, readPage } from "../kit/walk.ts";
import { refusedReads } from "../reads-refused.ts";
import { refusedSecrets, tokenRequests } from "../token-request.ts";
import { question, statusAnswers } from "./question.ts";

/** Sends a token request that differs, between two that do not. */
async function askForToken(
  run: Run,
  purpose: string,
  alteration: TokenRequestAlteration,
  judge: (exchange: Exchange) => Fact,
): Promise<readonly Fact[]> {
  const [before] = await tokenRequests(run);
  const exchange = await run.probe.tokens.request(purpose, alteration);
  const after = await run.probe.tokens.request("control");
  if (readToken(before) === null || readToken(after) === null) return [missing(noToken(run))];
  const status = exchange.response?.status ?? 0;
  if (isRefusal(exchange)) {
    return [answer("refused", `refused with ${status}`, [exchange.id])];
  }
  return [
    readToken(exchange) === null
      ? missing(`answered ${outcomeOf(exchange)}`, [exchange.id])
      : judge(exchange),
  ];
}

const scopeOmitted = question(
  "gap.token.scope-omitted",
  "read",
  (run) =>
    askForToken(
      run,
      "gap.token.scope-omitted",
      { description: "without scope", form: (form) => form.delete("scope") },
      (exchange) => {
        const scopes = readToken(exchange)?.scopes ?? [];
        const kind =
          scopes.length === 0
            ? "none"
            : api.scopes.every((scope) => scopes.includes(scope))
              ? "all"
              : scopes.join(" ");
        return answer(kind, `a token with ${scopes.length === 0 ? "no scopes" : scopes.join(" ")}`, [
          exchange.id,
        ]);
      },
    ),
  "credentials",
);

const narrowScope = question(
  "gap.token.narrow-scope",
  "read",
  (run) =>
    askForToken(
      run,
      "gap.token.narrow-scope",
      {
        description: "with the scope cards:read only",
        form: (form) => form.set("scope", api.scopes[0] ?? ""),
      },
      (exchange) => {
        const scopes = readToken(exchange)?.scopes;
        if (scopes === null || scopes === undefined)
          return missing("the response names no scopes", [exchange.id]);
        const kind =
          scopes.join(" ") === api.scopes[0]
            ? "narrowed"
            : api.scopes.every((scope) => scopes.includes(scope))
              ? "all"
              : scopes.join(" ");
        return answer(kind, `asked for ${api.scopes[0]}, granted ${scopes.join(" ")}`, [exchange.id]);
      },
    ),
  "credentials",
);

const tokenJson = question(
  "gap.token.json",
  "read",
  (run) =>
    askForToken(
      run,
      "gap.token.json",
      {
        description: "in JSON instead of a form",
        contentType: "application/json",
        body: (form) => JSON.stringify(Object.fromEntries(form)),
      },
      (exchange) => answer("accepted", "a token request in JSON is accepted", [exchange.id]),
    ),
  "credentials",
);

const refusedStatus = question(
  "gap.token.refused-status",
  "read",
  async (run) => statusAnswers((await refusedSecrets(run)).map(([exchange, fact]) => ({ exchange, fact }))),
  "credentials",
);

const readStatus = (gap: "gap.auth.missing-token-status" | "gap.scope.missing-status"): Check =>
  question(gap, "read", async (run) => {
    const results = [];
    for (const defect of tokenDefects) {
      if (defect.question === gap) results.push(...(await refusedReads(run, defect)));
    }
    return statusAnswers(results);
  });

/** A request of the list between two that succeed, or a fact that says what is missing. */
async function askList(
  run: Run,
  query: Readonly<Record<string, string>>,
): Promise<{ exchange: Exchange; first: Exchange } | Fact> {
  const first = await run.probe.call("control", { operation: "listCards" });
  const exchange = await run.probe.call("open question", { operation: "listCards", query });
  const after = await run.probe.call("control", { operation: "listCards" });
  if (first === null || exchange === null || after === null) return missing(noToken(run));
  if (!succeeded(first) || !succeeded(after))
    return missing(`the list is not served (${outcomeOf(first)})`, [first.id]);
  return { exchange, first };
}

function ids(exchange: Exchange): string[] {
  return (readPage(exchange).cards ?? []).map((card) => idOf(card) ?? "");
}

const invalidCursor = question("gap.cursor.invalid", "read", async (run) => {
  const asked = await askList(run, { cursor: "not-a-cursor-of-this-list" });
  if ("kind" in asked) return [asked];
  const { exchange, first } = asked;
  if (isRefusal(exchange))
    return [answer(outcomeOf(exchange), `refused with ${outcomeOf(exchange)}`, [exchange.id])];
  const { cards } = readPage(exchange);
  if (cards === null) return [missing(`answered ${outcomeOf(exchange)}`, [exchange.id])];
  if (cards.length === 0) return [answer("empty-page", "an empty page", [exchange.id])];
  const same = ids(exchange).join() === ids(first).join();
  return [
    answer(same ? "first-page" : "other", same ? "the first page" : "some page of cards", [exchange.id]),
  ];
});

async function secondPage(run: Run, limit: number): Promise<{ cursor: string; first: Exchange } | Fact> {
  const first = await run.probe.call("open question", {
    operation: "listCards",
    query: { limit: String(limit) },
  });
  if (first === null) return missing(noToken(run));
  const { nextCursor } = readPage(first);
  return typeof nextCursor !== "string"
    ? missing(`needs more than ${limit} cards`, [first.id])
    : { cursor: nextCursor, first };
}

const reusedCursor = question("gap.cursor.reuse", "read", async (run) => {
  const page = await secondPage(run, 1);
  if ("kind" in page) return [page];
  const query = { limit: "1", cursor: page.cursor };
  const once = await run.probe.call("open question", { operation: "listCards", query });
  const twice = await run.probe.call("open question", { operation: "listCards", query });
  if (once === null || twice === null) return [missing(noToken(run))];
  const exchanges = [twice.id, once.id];
  if (!succeeded(once)) return [missing(`the first use was answered ${outcomeOf(once)}`, exchanges)];
  if (!succeeded(twice) && !isRefusal(twice)) return [missing(outcomeOf(twice), exchanges)];
  return ids(twice).join() === ids(once).join() && succeeded(twice)
    ? [answer("reusable", "the same page came again", exchanges)]
    : [
        answer(
          "single-use",
          `the second use was answered ${outcomeOf(twice)}, not with the same page`,
          exchanges,
        ),
      ];
});

const limitOmitted = question("gap.cursor.limit-omitted", "read", async (run) => {
  const page = await secondPage(run, 2);
  if ("kind" in page) return [page];
  const exchange = await run.probe.call("open question", {
    operation: "listCards",
    query: { cursor: page.cursor },
  });
  if (exchange === null) return [missing(noToken(run))];
  const { cards, nextCursor } = readPage(exchange);
  if (cards === null) return [missing(outcomeOf(exchange), [exchange.id])];
  if (cards.length === 2 && nextCursor !== null) {
    return [answer("remembered", "the limit of the request before applied", [exchange.id])];
  }
  if (cards.length <= 2) return [missing("needs more cards, to see where the page ends", [exchange.id])];
  return [answer("default", `the page held ${cards.length} cards`, [exchange.id])];
});

const invalidLimit = question("gap.limit.invalid", "read", async (run) => {
  const seen: { value: string; kind: string; id: string }[] = [];
  for (const value of ["0", "-1", "abc"]) {
    const asked = await askList(run, { limit: value });
    if ("kind" in asked) return [asked];
    const { exchange, first } = asked;
    const { cards } = readPage(exchange);
    if (!isRefusal(exchange) && cards === null) return [missing(outcomeOf(exchange), [exchange.id])];
    const kind =
      cards === null
        ? outcomeOf(exchange)
        : cards.length === ids(first).length
          ? "default"
          : `${cards.length} cards`;
    seen.push({ value, kind, id: exchange.id });
  }
  const kinds = new Set(seen.map(({ kind }) => kind));
  const description = seen.map(({ value, kind }) => `limit=${value}: ${kind}`).join(", ");
  return [
    answer(
      kinds.size === 1 ? (seen[0]?.kind ?? "") : description,
      description,
      seen.map(({ id }) => id),
    ),
  ];
});

const maximum = question("gap.limit.maximum", "read", async (run) => {
  const asked = await askList(run, { limit: "1000" });
  if ("kind" in asked) return [asked];
  const { exchange, first } = asked;
  if (isRefusal(exchange))
    return [answer("refused", `limit=1000 is refused with ${outcomeOf(exchange)}`, [exchange.id])];
  const { cards, nextCursor } = readPage(exchange);
  if (cards === null) return [missing(outcomeOf(exchange), [exchange.id])];
  if (nextCursor !== null && cards.length < 1000) {
    return [answer("capped", `limit=1000 gave ${cards.length} cards and a nextCursor`, [exchange.id])];
  }
  const enough = cards.length > ids(first).length;
  return [
    enough
      ? answer("uncapped", `limit=1000 gave all ${cards.length} cards`, [exchange.id])
      : missing("needs more than one page of cards", [exchange.id]),
  ];
});

/** Open questions that are asked by reading. */
export const requestQuestions: readonly Check[] = [
  scopeOmitted,
  narrowScope,
  tokenJson,
  refusedStatus,
  readStatus("gap.auth.missing-token-status"),
  readStatus("gap.scope.missing-status"),
  invalidCursor,
  reusedCursor,
  limitOmitted,
  invalidLimit,
  maximum,
];
