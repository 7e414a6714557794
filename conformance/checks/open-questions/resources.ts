/** Open questions about the form of cards, pages, tokens and errors: answered by what came anyway. */

import { limitsOf } from "../../base/limits.ts";
import { type Exchange, header, isRefusal, succeeded } from "../../wire/exchange.ts";
import { readToken } from "../../wire/tokens.ts";
import { tokenDefects } from "../defects.ts";
import { noToken } from "../kit/ask.ts";
import { answer, type Check, isServed, missing, prepare, type Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { refusedReads } from "../reads-refused.ts";
import { refusedSecrets, tokenRequests } from "../token-request.ts";
import { lastPages, walks } from "../walks.ts";
import { refusedWrites } from "../writes-refused.ts";
import { distinct, question } from "./question.ts";

/** What the cards of all walks show together; gathered page by page, since a list may be long. */
interface CardTraits {
  readonly exchange: string;
  /** The JSON types of limits.approvalBased. */
  readonly approvalBased: readonly string[];
  readonly amounts: number;
  /** Amounts that are no integers. */
  readonly fractions: number;
}

function cardTraits(run: Run): Promise<CardTraits> {
  return run.memoize("card traits", async () => {
    const found = await walks(run);
    const pages = found.flatMap((walked) => walked.pages);
    const approvalBased: string[] = [];
    let [cards, amounts, fractions] = [0, 0, 0];
    for (const page of pages) {
      for (const card of page.cards ?? []) {
        const limits = limitsOf(card);
        cards += 1;
        if (limits !== null && "approvalBased" in limits) approvalBased.push(typeOf(limits.approvalBased));
        const numbers = [card.availableBalance, ...Object.values(limits ?? {})].filter(
          (value) => typeof value === "number",
        );
        amounts += numbers.length;
        fractions += numbers.filter((value) => !Number.isInteger(value)).length;
      }
    }
    if (cards === 0) throw new Inconclusive("needs at least one card");
    return { exchange: pages[0]?.exchange.id ?? "", approvalBased, amounts, fractions };
  });
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

const approvalBased = question("gap.approval-based.type", "read", async (run) => {
  const found = await cardTraits(run);
  const kinds = found.approvalBased;
  if (kinds.length === 0) return [missing("no card carries limits.approvalBased")];
  const others = kinds.filter((kind) => kind !== "null");
  const kind = others.length === 0 ? "null" : distinct(others);
  return [
    answer(kind, `limits.approvalBased is ${distinct(kinds)} in ${kinds.length} cards`, [found.exchange]),
  ];
});

const decimals = question("gap.amounts.decimals", "read", async (run) => {
  const found = await cardTraits(run);
  const { amounts, fractions, exchange } = found;
  return [
    fractions === 0
      ? answer("integers", `all ${amounts} amounts seen are integers`, [exchange])
      : answer("decimals", `${fractions} of ${amounts} amounts have a fraction`, [exchange]),
  ];
});

const endForm = question("gap.page.end-form", "read", async (run) => {
  const pages = await lastPages(run);
  if (pages.length === 0) return [missing("no walk came to its last page")];
  return pages.map(({ exchange }): Fact => {
    const form = Object.hasOwn(exchange.response?.json as object, "nextCursor") ? "null" : "absent";
    return answer(form, `nextCursor is ${form} on the last page`, [exchange.id]);
  });
});

const order = question("gap.list.order", "read", async (run) => {
  const found = await walks(run);
  const [walked] = found;
  const ids = walked?.ids ?? [];
  if (ids.length < 3) return [missing("needs at least three cards")];
  const numbers = ids.map((id) => Number(id.replace(/^\D+/, "")));
  const sorted = (compare: (a: number, b: number) => boolean) =>
    numbers.every((value, index) => index === 0 || compare(numbers[index - 1] as number, value));
  const exchange = walked?.pages[0]?.exchange.id ?? "";
  if (sorted((a, b) => a < b)) return [answer("id-ascending", "cards come by id, ascending", [exchange])];
  if (sorted((a, b) => a > b)) return [answer("id-descending", "cards come by id, descending", [exchange])];
  return [answer("other", "cards come in an order other than by id", [exchange])];
});

const lifetime = question("gap.token.lifetime", "read", async (run) => {
  const issued = (await tokenRequests(run)).flatMap((exchange) => readToken(exchange) ?? []);
  if (issued.length === 0) return [missing("no token was issued")];
  return issued.map(
    ({ lifetime: seconds, exchange }): Fact =>
      seconds === null
        ? missing("expires_in is no number", [exchange.id])
        : answer(String(seconds), `tokens live ${seconds} s`, [exchange.id]),
  );
});

const successStatus = question("gap.status.success", "read", async (run) => {
  const found = await ifConclusive(walks(run));
  const token = (await tokenRequests(run)).find((exchange) => readToken(exchange) !== null);
  if (found === null || token === undefined) return [missing("no token or no list was answered")];
  const list = found[0]?.pages[0]?.exchange;
  const seen = `a token comes with ${token.response?.status}, the list with ${list?.response?.status}`;
  const unusual = token.response?.status === 200 ? list?.response?.status : token.response?.status;
  return [answer(String(unusual), seen, [token.id, ...(list === undefined ? [] : [list.id])])];
});

/** Refusals whose form the specification does not show: all but those of an invalid token. */
async function openRefusals(run: Run): Promise<Exchange[]> {
  // Without a token there is nothing to show that the refusals come from the API at all.
  if (!(await isServed(run))) return [];
  await prepare(run, async () => {
    await refusedSecrets(run);
    for (const defect of tokenDefects) if (defect.question !== undefined) await refusedReads(run, defect);
    if (run.writes) await refusedWrites(run, "patch");
  });
  return run.probe.session.exchanges.filter((exchange) => {
    const documented = /^(token\.invalid\.|token\.dies|exchange\..*\.401$)/.test(exchange.purpose);
    return exchange.alteration !== null && !documented && isRefusal(exchange);
  });
}

const errorTypes = question(
  "gap.error.types",
  "read",
  async (run) => {
    const refused = await openRefusals(run);
    const types = refused.flatMap(({ response }) => {
      const type = (response?.json as { type?: unknown } | null | undefined)?.type;
      return typeof type === "string" ? [type] : [];
    });
    if (types.length === 0) return [missing("no other refusal carries a type")];
    const kinds = distinct(types);
    const same = kinds === "InvalidRequest";
    return [
      answer(
        same ? kinds : "various",
        `type is ${kinds}`,
        refused.slice(0, 3).map(({ id }) => id),
      ),
    ];
  },
  "log",
);

function bodyKind(exchange: Exchange): string {
  const { response } = exchange;
  if (response === null || response.bytes === 0) return "empty";
  const body = response.json;
  if (typeof body === "object" && body !== null) {
    const { message, type } = body as Record<string, unknown>;
    return typeof message === "string" && typeof type === "string" ? "error-body" : "problem";
  }
  return (header(exchange, "content-type") ?? "").includes("html") ? "html" : "text";
}

const otherBodies = question(
  "gap.error.other-bodies",
  "read",
  async (run) => {
    const refused = await openRefusals(run);
    if (refused.length === 0) return [missing("nothing was refused")];
    const kinds = distinct(refused.map(bodyKind));
    return [
      answer(
        kinds,
        `${refused.length} refusals: ${kinds}`,
        refused.slice(0, 3).map(({ id }) => id),
      ),
    ];
  },
  "log",
);

const rateLimits = question(
  "gap.rate-limits",
  "read",
  async (run) => {
    await prepare(run, () => walks(run));
    const answered = run.probe.session.exchanges.filter(({ response }) => response !== null);
    if (!(await isServed(run))) return [missing(noToken(run))];
    const limited = answered.filter(({ response }) => response?.status === 429);
    if (limited.length > 0) {
      return [
        answer(
          "429",
          `${limited.length} of ${answered.length} answers were 429`,
          limited.map(({ id }) => id),
        ),
      ];
    }
    const headers = answered.filter(({ response }) =>
      response?.headers.some(([name]) => /^(x-)?ratelimit/i.test(name)),
    );
    const [first] = headers;
    return first === undefined
      ? [answer("none-seen", `no 429 and no rate limit header in ${answered.length} answers`, [])]
      : [answer("headers", "responses carry rate limit headers", [first.id])];
  },
  "log",
);

const deprecation = question(
  "gap.deprecation",
  "read",
  async (run) => {
    await prepare(run, () => walks(run));
    const answered = run.probe.session.exchanges.filter(succeeded);
    if (!(await isServed(run))) return [missing(noToken(run))];
    const announced = answered.find(
      (one) => header(one, "deprecation") !== null || header(one, "sunset") !== null,
    );
    return announced === undefined
      ? [answer("none-seen", `no Deprecation or Sunset in ${answered.length} answers`, [])]
      : [answer("announced", "responses carry Deprecation or Sunset", [announced.id])];
  },
  "log",
);

/** Open questions that the run's own exchanges answer. */
export const resourceQuestions: readonly Check[] = [
  approvalBased,
  decimals,
  endForm,
  order,
  lifetime,
  successStatus,
  errorTypes,
  otherBodies,
  rateLimits,
  deprecation,
];
