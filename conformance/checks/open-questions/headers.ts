import type { GapId } from "../../../generated/requirements.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { headerDefects } from "../defects.ts";
import { acceptance } from "../kit/acceptance.ts";
import { answer, type Check, inapplicable, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { type RefusedWrite, refuseWrites } from "../kit/write-refusals.ts";
import { readyCard, refusedWrites } from "../writes-refused.ts";
import { question, statusAnswers } from "./question.ts";

const withQuery = "?probe=1";

/** Writes that may be accepted or refused: the specification does not say. */
const openWrites: readonly { gap: GapId; name: string; alteration: Alteration }[] = [
  {
    gap: "gap.patch.content-type",
    name: "accepted",
    alteration: { description: "with the content type application/json", contentType: "application/json" },
  },
  {
    gap: "gap.timestamp.future",
    name: "accepted",
    alteration: {
      description: "with a timestamp ten minutes in the future",
      timestamp: (seconds) => String(seconds + 600),
    },
  },
  {
    gap: "gap.signature.padding",
    name: "pss",
    alteration: { description: "signed with PSS padding", signing: { padding: "pss" } },
  },
  {
    gap: "gap.signature.base64-variants",
    name: "accepted",
    alteration: {
      description: "with the signature in base64url without padding",
      signing: { encoding: "base64url" },
    },
  },
  {
    gap: "gap.signature.query",
    name: "path-only",
    alteration: { description: "with a query, signed without it", search: withQuery },
  },
  {
    gap: "gap.signature.query",
    name: "with-query",
    alteration: {
      description: "with a query, signed with it",
      search: withQuery,
      signed: ({ method, path, timestamp }) => method + path + withQuery + timestamp,
    },
  },
];

/** The open writes of the run, between writes as specified. */
function asked(run: Run): Promise<readonly RefusedWrite[]> {
  return run.memoize("open writes", () =>
    run.withCardLock(async () => {
      const card = await readyCard(run, "patch");
      const wanted = openWrites.filter(({ gap }) => run.selected(gap));
      return refuseWrites(
        run,
        card,
        wanted.map(({ gap, name, alteration }) => ({
          check: `${gap} ${name}`,
          alteration,
          rule: { expected: "anything" },
        })),
      );
    }),
  );
}

/** What came of the open writes of one question: name to accepted or refused. */
async function outcomes(run: Run, gap: GapId) {
  const results = await asked(run);
  const own = results.filter(({ defect }) => defect.check.startsWith(`${gap} `));
  const [lacking] = own.filter(({ fact }) => fact.kind === "missing");
  if (lacking !== undefined) throw new Inconclusive(lacking.fact);
  return own.map(({ defect, fact, exchange }) => ({
    name: defect.check.slice(gap.length + 1),
    accepted: fact.kind === "violated",
    description: exchange === null ? "" : `${exchange.alteration}: ${outcomeOf(exchange)}`,
    id: exchange?.id ?? "",
  }));
}

const acceptedOrRefused = (gap: GapId): Check =>
  question(gap, "write", async (run) => {
    const seen = await outcomes(run, gap);
    return seen.map(({ accepted, description, id }) =>
      answer(accepted ? "accepted" : "refused", description, [id]),
    );
  });

const padding = question("gap.signature.padding", "write", async (run) => {
  const found = await run.withCardLock(() => acceptance(run, "updateCardLimits"));
  if (found.accepted !== null && found.card.form.way?.signing?.padding === "pss") {
    return [answer("pss", "PKCS#1 v1.5 is refused, PSS is accepted", [found.accepted.id])];
  }
  const seen = await outcomes(run, "gap.signature.padding");
  return seen.map(({ accepted, description, id }) =>
    answer(accepted ? "both" : "pkcs1", `PKCS#1 v1.5 is accepted; ${description}`, [id]),
  );
});

const query = question("gap.signature.query", "write", async (run) => {
  const seen = await outcomes(run, "gap.signature.query");
  const accepted = seen.filter((one) => one.accepted).map(({ name }) => name);
  const description = seen.map((one) => one.description).join("; ");
  return [
    answer(
      accepted.length === 0 ? "refused" : accepted.join(", "),
      description,
      seen.map(({ id }) => id),
    ),
  ];
});

const prefix = question("gap.signature.prefix", "write", (run) =>
  run.withCardLock(async () => {
    const { target } = run;
    if (target.prefix === "") return [inapplicable("needs a base URL with a path prefix")];
    const card = await readyCard(run, "patch");
    const seen: string[] = [];
    const exchanges: string[] = [];
    for (const kind of ["api", "full"] as const) {
      const exchange = await card.write(card.nextValue(), {
        purpose: "gap.signature.prefix",
        alteration: {
          description: `signed over the ${kind === "api" ? "path from /v1 on" : "whole request path"}`,
          signed: ({ method, path, timestamp }) => {
            const api = target.signaturePath === "full" ? path.slice(target.prefix.length) : path;
            return method + (kind === "api" ? api : target.prefix + api) + timestamp;
          },
        },
      });
      if (exchange === null) return [missing("no token")];
      exchanges.push(exchange.id);
      if (succeeded(exchange)) seen.push(kind);
    }
    return [
      seen.length === 0
        ? missing("neither form of the path is accepted", exchanges)
        : answer(seen.join(", "), `accepted: ${seen.join(" and ")}`, exchanges),
    ];
  }),
);

const headerStatus = (gap: GapId): Check =>
  question(gap, "write", async (run) => {
    const writes = await refusedWrites(run, "patch");
    const own = new Set(
      headerDefects.filter((defect) => defect.question === gap).map(({ id }) => `${id}.patch`),
    );
    return statusAnswers(writes.filter(({ defect }) => own.has(defect.check)));
  });

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
