/** Open questions about the form of cards, pages, tokens and errors: answered by what is received anyway. */

import { operations } from "../../../generated/operations.ts";
import type { GapId } from "../../../generated/requirements.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, header, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { readToken } from "../../wire/tokens.ts";
import { limitsOf } from "../cards/limits.ts";
import { noToken } from "../kit/ask.ts";
import { answer, type Check, isServed, missing, prepare, type Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { otherRefusals } from "../refused-requests.ts";
import { tokenRequests } from "../token-request.ts";
import { lastPages, walks } from "../walks.ts";
import { distinct, question } from "./question.ts";

/** What the cards of all walks show together; collected page by page, since a list may be long. */
interface CardTraits {
  readonly exchange: string;
  /** The JSON types of limits.approvalBased. */
  readonly approvalBased: readonly string[];
  readonly amounts: number;
  /** Amounts that are not integers. */
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

/** A question answered by a look at responses received anyway. */
const seen = (gap: GapId, look: (run: Run) => Promise<Fact>, stage: Check["stage"] = "request"): Check =>
  question(gap, "read", async (run) => [await look(run)], stage);

/** The same, after everything else is done. */
const atEnd = (gap: GapId, look: (run: Run) => Promise<Fact>) => seen(gap, look, "log");

const approvalBased = seen("gap.approval-based.type", async (run) => {
  const { approvalBased: kinds, exchange } = await cardTraits(run);
  if (kinds.length === 0) return missing("no card carries limits.approvalBased");
  const others = distinct(kinds.filter((kind) => kind !== "null"));
  const text = `limits.approvalBased is ${distinct(kinds)} in ${kinds.length} cards`;
  return answer(others === "" ? "null" : others, text, [exchange]);
});

const decimals = seen("gap.amounts.decimals", async (run) => {
  const { amounts, fractions, exchange } = await cardTraits(run);
  return fractions === 0
    ? answer("integers", `all ${amounts} amounts seen are integers`, [exchange])
    : answer("decimals", `${fractions} of ${amounts} amounts have a fraction`, [exchange]);
});

const endForm = question("gap.page.end-form", "read", async (run) => {
  const pages = await lastPages(run);
  if (pages.length === 0) return [missing("no walk came to its last page")];
  const { cursor } = operations.listCards.paginated;
  return pages.map(({ exchange }): Fact => {
    const form = valueAt(exchange.response?.json, cursor) === null ? "null" : "absent";
    return answer(form, `${cursor.slice(1)} is ${form} on the last page`, [exchange.id]);
  });
});

const order = seen("gap.list.order", async (run) => {
  const [walked] = await walks(run);
  const numbers = (walked?.ids ?? []).map((id) => Number(id.replace(/^\D+/, "")));
  if (numbers.length < 3) return missing("needs at least three cards");
  const sign = Math.sign((numbers[1] ?? 0) - (numbers[0] ?? 0));
  const isSorted = numbers.every((value, i) => i === 0 || Math.sign(value - (numbers[i - 1] ?? 0)) === sign);
  const exchanges = [walked?.pages[0]?.exchange.id ?? ""];
  if (!isSorted || sign === 0) return answer("other", "cards come in an order other than by id", exchanges);
  const direction = sign > 0 ? "ascending" : "descending";
  return answer(`id-${direction}`, `cards come by id, ${direction}`, exchanges);
});

const lifetime = question("gap.token.lifetime", "read", async (run) => {
  const issued = (await tokenRequests(run)).flatMap((exchange) => readToken(exchange) ?? []);
  if (issued.length === 0) return [missing("no token was issued")];
  return issued.map(
    ({ lifetime: seconds, exchange }): Fact =>
      seconds === null
        ? missing("expires_in is not a number", [exchange.id])
        : answer(String(seconds), `tokens live ${seconds} s`, [exchange.id]),
  );
});

const successStatus = seen("gap.status.success", async (run) => {
  const list = (await ifConclusive(walks(run)))?.[0]?.pages[0]?.exchange;
  const token = (await tokenRequests(run)).find((exchange) => readToken(exchange) !== null);
  if (list === undefined || token === undefined) return missing("no token or no list was answered");
  const [ofToken, ofList] = [outcomeOf(token), outcomeOf(list)];
  const text = `a token comes with ${ofToken}, the list with ${ofList}`;
  return answer(ofToken === "200" ? ofList : ofToken, text, [token.id, list.id]);
});

/** Refusals whose form the specification does not show: all except those of an invalid token. */
async function openRefusals(run: Run): Promise<Exchange[]> {
  // Without a token, nothing shows that the refusals come from the API at all.
  if (!(await isServed(run))) return [];
  return (await otherRefusals(run)).flatMap(({ exchange }) =>
    exchange !== null && isRefusal(exchange) ? [exchange] : [],
  );
}

function typeOfError({ response }: Exchange): readonly string[] {
  const type = (response?.json as { type?: unknown } | null | undefined)?.type;
  return typeof type === "string" ? [type] : [];
}

const idsOf = (exchanges: readonly Exchange[]) => exchanges.slice(0, 3).map(({ id }) => id);

const errorTypes = atEnd("gap.error.types", async (run) => {
  const refused = await openRefusals(run);
  const types = distinct(refused.flatMap(typeOfError));
  if (types === "") return missing("no other refusal carries a type");
  return answer(types === "InvalidRequest" ? types : "various", `type is ${types}`, idsOf(refused));
});

function bodyKind(exchange: Exchange): string {
  const { response } = exchange;
  if (response === null || response.bytes === 0) return "empty";
  if (response.form === "object") return validators.ErrorBody(response.json) ? "error-body" : "problem";
  return (header(exchange, "content-type") ?? "").includes("html") ? "html" : "text";
}

const otherBodies = atEnd("gap.error.other-bodies", async (run) => {
  const refused = await openRefusals(run);
  if (refused.length === 0) return missing("nothing was refused");
  const kinds = distinct(refused.map(bodyKind));
  return answer(kinds, `${refused.length} refusals: ${kinds}`, idsOf(refused));
});

/** Every exchange with a response, once there are some. */
async function answered(run: Run): Promise<readonly Exchange[]> {
  await prepare(run, () => walks(run));
  if (!(await isServed(run))) throw new Inconclusive(noToken(run));
  return run.probe.session.exchanges.filter(({ response }) => response !== null);
}

const rateLimits = atEnd("gap.rate-limits", async (run) => {
  const all = await answered(run);
  const limited = all.filter(({ response }) => response?.status === 429);
  if (limited.length > 0) {
    const ids = limited.map(({ id }) => id);
    return answer("429", `${limited.length} of ${all.length} answers were 429`, ids);
  }
  const isTold = ({ response }: Exchange) =>
    response?.headers.some(([name]) => /^(x-)?ratelimit/i.test(name)) === true;
  const first = all.find(isTold);
  return first === undefined
    ? answer("none-seen", `no 429 and no rate limit header in ${all.length} answers`, [])
    : answer("headers", "responses carry rate limit headers", [first.id]);
});

const deprecation = atEnd("gap.deprecation", async (run) => {
  const all = (await answered(run)).filter(succeeded);
  const announced = all.find((one) => header(one, "deprecation") !== null || header(one, "sunset") !== null);
  return announced === undefined
    ? answer("none-seen", `no Deprecation or Sunset in ${all.length} answers`, [])
    : answer("announced", "responses carry Deprecation or Sunset", [announced.id]);
});

/** Open questions answered by the run's own exchanges. */
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
