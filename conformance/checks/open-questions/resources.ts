/** Open questions about the form of pages, tokens and errors: answered by what is received anyway. */

import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, header, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { readToken } from "../../wire/tokens.ts";
import { noToken } from "../kit/ask.ts";
import { answer, type Check, isServed, missing, prepare, type Run } from "../kit/check.ts";
import { errorType, errorTypePointer, isDocumentedError } from "../kit/documented-error.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import { mainList } from "../kit/paged.ts";
import type { Fact } from "../kit/verdict.ts";
import { otherRefusals } from "../refused-requests.ts";
import { tokenRequests } from "../token-request.ts";
import { lastPages, walks } from "../walks.ts";
import { distinct, question } from "./question.ts";

/** A question answered by a look at responses received anyway, after everything else is done. */
const atEnd = (gap: string, look: (run: Run) => Promise<Fact>) => question(gap, "read", look, "log");

const endForm = question("gap.page.end-form", "read", async (run) => {
  if (mainList === null) return missing("needs a list");
  const pages = await lastPages(run, mainList);
  if (pages.length === 0) return missing("no walk came to its last page");
  const { cursor } = mainList.paginated;
  return pages.map(({ exchange }): Fact => {
    const form = valueAt(exchange.response?.json, cursor) === null ? "null" : "absent";
    return answer(form, `${cursor.slice(1)} is ${form} on the last page`, [exchange.id]);
  });
});

const lifetime = question("gap.token.lifetime", "read", async (run) => {
  const issued = (await tokenRequests(run)).flatMap((exchange) => readToken(exchange) ?? []);
  if (issued.length === 0) return missing("no token was issued");
  return issued.map(
    ({ lifetime: seconds, exchange }): Fact =>
      seconds === null
        ? missing("expires_in is not a number", [exchange.id])
        : answer(String(seconds), `tokens live ${seconds} s`, [exchange.id]),
  );
});

const successStatus = question("gap.status.success", "read", async (run) => {
  const list = mainList && (await ifConclusive(walks(run, mainList)))?.[0]?.pages[0]?.exchange;
  const token = (await tokenRequests(run)).find((exchange) => readToken(exchange) !== null);
  if (!list || token === undefined) return missing("no token or no list was answered");
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
  const type = valueAt(response?.json, errorTypePointer);
  return typeof type === "string" ? [type] : [];
}

const idsOf = (exchanges: readonly Exchange[]) => exchanges.slice(0, 3).map(({ id }) => id);

const errorTypes = atEnd("gap.error.types", async (run) => {
  const refused = await openRefusals(run);
  const types = distinct(refused.flatMap(typeOfError));
  if (types === "") return missing("no other refusal carries a type");
  return answer(types === errorType ? types : "various", `type is ${types}`, idsOf(refused));
});

function bodyKind(exchange: Exchange): string {
  const { response } = exchange;
  if (response === null || response.bytes === 0) return "empty";
  if (response.form === "object") return isDocumentedError(response.json) ? "error-body" : "problem";
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
  await prepare(run, async () => mainList && walks(run, mainList));
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
  endForm,
  lifetime,
  successStatus,
  errorTypes,
  otherBodies,
  rateLimits,
  deprecation,
];
