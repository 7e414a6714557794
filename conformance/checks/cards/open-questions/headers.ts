/** Open questions about headers and signatures: asked with writes between others that are as specified. */
import { api } from "../../../../generated/operations.ts";
import type { GapId } from "../../../../generated/requirements.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { emptySignature, headerDefects } from "../../header-defects.ts";
import { answer, type Check, inapplicable, missing, type Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import type { Fact } from "../../kit/verdict.ts";
import { question, statusAnswers } from "../../open-questions/question.ts";
import { acceptance, withCard } from "../kit/acceptance.ts";
import { sendDefects } from "../kit/send-defects.ts";
import { plainDefects, refusedWrites } from "../writes-refused.ts";

const withQuery = "?probe=1";

/** Writes that may be accepted or refused: the specification does not say. */
const openWrites = {
  "gap.patch.content-type": [
    { description: "with the content type application/json", contentType: "application/json" },
  ],
  "gap.timestamp.future": [
    {
      description: "with a timestamp ten minutes in the future",
      timestamp: (seconds) => String(seconds + 2 * api.timestampWindowSeconds),
    },
  ],
  "gap.signature.padding": [{ description: "signed with PSS padding", signing: { padding: "pss" } }],
  "gap.signature.base64-variants": [
    {
      description: "with the signature in base64url without padding",
      signing: { encoding: "base64url" },
    },
  ],
  "gap.signature.query": [
    { description: "with a query, signed without it", search: withQuery },
    {
      description: "with a query, signed with it",
      search: withQuery,
      signed: ({ method, path, timestamp }) => method + path + withQuery + timestamp,
    },
  ],
} satisfies Partial<Record<GapId, readonly Alteration[]>>;

type WriteQuestion = keyof typeof openWrites;

const defects: readonly WriteDefect[] = Object.entries(openWrites).flatMap(([check, alterations]) =>
  alterations.map((alteration: Alteration) => ({ check, alteration, rule: null })),
);

/** The result of an open write. */
interface Outcome {
  readonly isAccepted: boolean;
  readonly description: string;
  readonly id: string;
}

/** The results of the writes that answer a question. @throws Inconclusive if they cannot be determined. */
async function outcomesOf(run: Run, own: readonly WriteDefect[]): Promise<readonly Outcome[]> {
  const results = await sendDefects(run, "updateCardLimits", defects);
  return own.flatMap((defect): Outcome[] => {
    const result = results.get(defect);
    if (result === undefined) return [];
    const { fact, exchange } = result;
    if (exchange === null || fact.kind === "missing") throw new Inconclusive(fact);
    const description = `${exchange.alteration}: ${outcomeOf(exchange)}`;
    return [{ isAccepted: fact.kind === "violated", description, id: exchange.id }];
  });
}

/** A question answered by open writes. */
function writeQuestion(
  gap: WriteQuestion,
  judge: (outcomes: readonly Outcome[]) => readonly Fact[],
  before: (run: Run) => Promise<Fact | null> = async () => null,
): Check {
  const own = defects.filter(({ check }) => check === gap);
  const ask = async (run: Run) => (await before(run)) ?? judge(await outcomesOf(run, own));
  return { ...question(gap, "write", ask), defects: own };
}

const acceptedOrRefused = (gap: WriteQuestion): Check =>
  writeQuestion(gap, (outcomes) =>
    outcomes.map(({ isAccepted, description, id }) =>
      answer(isAccepted ? "accepted" : "refused", description, [id]),
    ),
  );

const padding = writeQuestion(
  "gap.signature.padding",
  (outcomes) =>
    outcomes.map(({ isAccepted, description, id }) =>
      answer(isAccepted ? "both" : "pkcs1", `PKCS#1 v1.5 is accepted; ${description}`, [id]),
    ),
  async (run) => {
    const { accepted, card } = await run.withCardLock(() => acceptance(run, "updateCardLimits"));
    return accepted !== null && card.form.way?.signing?.padding === "pss"
      ? answer("pss", "PKCS#1 v1.5 is refused, PSS is accepted", [accepted.id])
      : null;
  },
);

const query = writeQuestion("gap.signature.query", (outcomes) => {
  const names = ["path-only", "with-query"];
  const accepted = names.filter((_, index) => outcomes[index]?.isAccepted);
  const description = outcomes.map((outcome) => outcome.description).join("; ");
  const ids = outcomes.map(({ id }) => id);
  return [answer(accepted.length === 0 ? "refused" : accepted.join(", "), description, ids)];
});

const prefix = question("gap.signature.prefix", "write", async (run) => {
  const { target } = run;
  if (target.prefix === "") return inapplicable("needs a base URL with a path prefix");
  return withCard(run, "updateCardLimits", async (card) => {
    const seen: string[] = [];
    const exchanges: string[] = [];
    for (const kind of ["api", "full"] as const) {
      const exchange = await card.write(card.nextValue(), {
        purpose: "gap.signature.prefix",
        alteration: {
          description: `signed over the ${kind === "api" ? `path from ${api.versionPrefix} on` : "whole request path"}`,
          signed: ({ method, apiPath, fullPath, timestamp }) =>
            method + (kind === "api" ? apiPath : fullPath) + timestamp,
        },
      });
      exchanges.push(exchange.id);
      if (succeeded(exchange)) seen.push(kind);
    }
    return seen.length === 0
      ? missing("neither form of the path is accepted", exchanges)
      : answer(seen.join(", "), `accepted: ${seen.join(" and ")}`, exchanges);
  });
});

/** The status with which a write is refused that lacks a header, or has a wrong one. */
const headerStatus = (gap: GapId): Check => {
  const rows = headerDefects.filter((row) => row.question === gap);
  const operation = "updateCardLimits";
  // In the forms that are drawn, something else may be wrong as well.
  const own = plainDefects(operation, rows).filter(({ alteration }) => alteration !== emptySignature);
  const ask = async (run: Run) => statusAnswers(await refusedWrites(run, operation, rows, own));
  return { ...question(gap, "write", ask), defects: own };
};

/** Open questions about headers and signatures. */
export const headerQuestions: readonly Check[] = [
  acceptedOrRefused("gap.patch.content-type"),
  headerStatus("gap.idempotency.missing-status"),
  headerStatus("gap.timestamp.missing-status"),
  headerStatus("gap.timestamp.stale-status"),
  acceptedOrRefused("gap.timestamp.future"),
  headerStatus("gap.signature.missing-status"),
  headerStatus("gap.signature.bad-status"),
  padding,
  prefix,
  query,
  acceptedOrRefused("gap.signature.base64-variants"),
];
