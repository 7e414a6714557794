/** Open questions about writes: asked with writes to the one card, which is put back at the end. */
import { randomUUID } from "node:crypto";
import type { GapId } from "../../../generated/requirements.ts";
import {
  type CardUnderTest,
  cardUnderTest,
  dailyOf,
  isFact,
  limitsOf,
  putBody,
} from "../../card-under-test.ts";
import { answer, type Check, missing, type Run } from "../../check.ts";
import type { Alteration } from "../../probe/alteration.ts";
import type { Fact } from "../../verdict.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type RefusedWrite, refuseWrites } from "../../write-refusals.ts";
import { headerDefects } from "../defects.ts";
import { keyWindow } from "../key-window.ts";
import { retrySequence } from "../retries.ts";
import { readyCard, refusedWrites, type WriteName, writeOperations } from "../writes-refused.ts";
import { question, statusAnswers } from "./question.ts";

const withQuery = "?probe=1";

/** Writes that may be accepted or refused: the specification does not say. */
const openWrites: readonly { gap: GapId; name: string; alteration: Alteration }[] = [
  {
    gap: "gap.patch.content-type",
    name: "accepted",
    alteration: { words: "with the content type application/json", contentType: "application/json" },
  },
  {
    gap: "gap.timestamp.future",
    name: "accepted",
    alteration: {
      words: "with a timestamp ten minutes in the future",
      timestamp: (seconds) => String(seconds + 600),
    },
  },
  {
    gap: "gap.signature.padding",
    name: "pss",
    alteration: { words: "signed with PSS padding", signing: { padding: "pss" } },
  },
  {
    gap: "gap.signature.base64-variants",
    name: "accepted",
    alteration: {
      words: "with the signature in base64url without padding",
      signing: { encoding: "base64url" },
    },
  },
  {
    gap: "gap.signature.query",
    name: "path-only",
    alteration: { words: "with a query, signed without it", search: withQuery },
  },
  {
    gap: "gap.signature.query",
    name: "with-query",
    alteration: {
      words: "with a query, signed with it",
      search: withQuery,
      signed: ({ method, path, timestamp }) => method + path + withQuery + timestamp,
    },
  },
];

/** The open writes of the run, between writes as specified. */
function asked(run: Run): Promise<readonly RefusedWrite[] | Fact> {
  return run.once("open writes", () =>
    run.alone(async () => {
      const card = await readyCard(run, "patch");
      if (isFact(card)) return card;
      const wanted = openWrites.filter(({ gap }) => run.selected(gap));
      return refuseWrites(
        run,
        card,
        "updateCardLimits",
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
  if ("kind" in results) return results;
  const own = results.filter(({ defect }) => defect.check.startsWith(`${gap} `));
  const [lacking] = own.filter(({ fact }) => fact.kind === "missing");
  if (lacking !== undefined) return lacking.fact;
  return own.map(({ defect, fact, exchange }) => ({
    name: defect.check.slice(gap.length + 1),
    accepted: fact.kind === "broken",
    words: exchange === null ? "" : `${exchange.alteration}: ${outcomeOf(exchange)}`,
    id: exchange?.id ?? "",
  }));
}

const acceptedOrRefused = (gap: GapId): Check =>
  question(gap, "write", async (run) => {
    const seen = await outcomes(run, gap);
    if ("kind" in seen) return [seen];
    return seen.map(({ accepted, words, id }) => answer(accepted ? "accepted" : "refused", words, [id]));
  });

const padding = question("gap.signature.padding", "write", async (run) => {
  const seen = await outcomes(run, "gap.signature.padding");
  if (!("kind" in seen)) {
    return seen.map(({ accepted, words, id }) =>
      answer(accepted ? "both" : "pkcs1", `PKCS#1 v1.5 is accepted; ${words}`, [id]),
    );
  }
  // The specified write is refused: PSS may be why.
  return run.alone(async () => {
    const card = await cardUnderTest(run);
    if (isFact(card)) return [card];
    const exchange = await card.write("updateCardLimits", card.nextValue(), {
      purpose: "gap.signature.padding",
      alteration: { words: "signed with PSS padding", signing: { padding: "pss" } },
    });
    if (exchange === null || !succeeded(exchange)) return [seen];
    return [answer("pss", "PKCS#1 v1.5 is refused, PSS is accepted", [exchange.id])];
  });
});

const query = question("gap.signature.query", "write", async (run) => {
  const seen = await outcomes(run, "gap.signature.query");
  if ("kind" in seen) return [seen];
  const accepted = seen.filter((one) => one.accepted).map(({ name }) => name);
  const words = seen.map((one) => one.words).join("; ");
  return [
    answer(
      accepted.length === 0 ? "refused" : accepted.join(", "),
      words,
      seen.map(({ id }) => id),
    ),
  ];
});

const prefix = question("gap.signature.prefix", "write", (run) =>
  run.alone(async () => {
    const { target } = run;
    if (target.prefix === "") return [missing("needs a base URL with a path prefix")];
    const card = await cardUnderTest(run);
    if (isFact(card)) return [card];
    const seen: string[] = [];
    const exchanges: string[] = [];
    for (const kind of ["api", "full"] as const) {
      const exchange = await card.write("updateCardLimits", card.nextValue(), {
        purpose: "gap.signature.prefix",
        alteration: {
          words: `signed over the ${kind === "api" ? "path from /v1 on" : "whole request path"}`,
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
    if ("kind" in writes) return [writes];
    const own = new Set(
      headerDefects.filter((defect) => defect.question === gap).map(({ id }) => `${id}.patch`),
    );
    return statusAnswers(writes.filter(({ defect }) => own.has(defect.check)));
  });

function responseKind({ response }: Exchange): string {
  if (response === null) return "none";
  const body = response.json;
  if (response.bytes === 0) return `${response.status}-empty`;
  if (typeof body !== "object" || body === null) return `${response.status}-other`;
  const kind = "id" in body && "limits" in body ? "card" : "daily" in body ? "limits" : "other";
  return `${response.status}-${kind}`;
}

const responseOf = (gap: "gap.put.response" | "gap.patch.response", name: WriteName): Check =>
  question(gap, "write", (run) =>
    run.alone(async () => {
      const card = await readyCard(run, name);
      if (isFact(card)) return [card];
      const control = await card.control(writeOperations[name]);
      if (control === null || !control.accepted) return [missing("no write as specified was accepted")];
      const kind = responseKind(control.exchange);
      return [
        answer(kind, `${name.toUpperCase()} is answered ${kind.replace("-", " with ")}`, [
          control.exchange.id,
        ]),
      ];
    }),
  );

const bodyOfPut = question("gap.put.body", "write", (run) =>
  run.alone(async () => {
    const card = await cardUnderTest(run);
    if (isFact(card)) return [card];
    const patched = await card.control("updateCardLimits");
    const body = await putBody(run, card);
    if (!("kind" in body))
      return [answer(body.answer, `the body ${body.answer} is accepted`, [body.exchange.id])];
    // Only where PATCH shows that token, headers and signature are right can the body be the reason.
    return patched?.accepted === true && body.kind === "missing"
      ? [answer("unknown", body.what, body.exchanges ?? [])]
      : [body];
  }),
);

/** Not 1, which a server that counts something up by mistake would also come to. */
const probeStep = 7;

/** Patches one further field, reads it, and puts it back. */
async function patchField(card: CardUnderTest, field: "monthly" | "atm"): Promise<Fact> {
  const original = limitsOf(card.original)?.[field];
  if (typeof original !== "number") return missing(`the ${field} limit of ${card.id} is not a number`);
  const before = await card.control("updateCardLimits");
  if (before === null || !before.accepted) return missing("no write as specified was accepted");
  const send = (value: number) =>
    card.write("updateCardLimits", 0, { purpose: `gap.patch.${field}`, body: { [field]: value } });
  const exchange = await send(original + probeStep);
  if (exchange === null) return missing("no token");
  if (!succeeded(exchange)) {
    const status = exchange.response?.status ?? 0;
    return isRefusal(exchange)
      ? answer("refused", `a patch of ${field} is refused with ${status}`, [exchange.id])
      : missing(outcomeOf(exchange), [exchange.id]);
  }
  const snapshot = await card.readUntil((limits) => limits?.[field] !== original);
  const read = limitsOf(snapshot?.cards.get(card.id))?.[field];
  if (read === original)
    return answer("ignored", `a patch of ${field} succeeds and changes nothing`, [exchange.id]);
  await send(original);
  await card.readUntil((limits) => limits?.[field] === original);
  return answer("accepted", `${field} is changed by a patch`, [exchange.id]);
}

const patchable = (gap: "gap.patch.monthly" | "gap.patch.atm", field: "monthly" | "atm"): Check =>
  question(gap, "write", (run) =>
    run.alone(async () => {
      const card = await readyCard(run, "patch");
      return [isFact(card) ? card : await patchField(card, field)];
    }),
  );

const bodyAccepted = (
  gap: "gap.patch.approval-based" | "gap.patch.empty",
  bodyOf: (card: CardUnderTest) => unknown,
): Check =>
  question(gap, "write", (run) =>
    run.alone(async () => {
      const card = await readyCard(run, "patch");
      if (isFact(card)) return [card];
      const before = await card.control("updateCardLimits");
      if (before === null || !before.accepted) return [missing("no write as specified was accepted")];
      const exchange = await card.write("updateCardLimits", 0, { purpose: gap, body: bodyOf(card) });
      if (exchange === null) return [missing("no token")];
      const status = exchange.response?.status ?? 0;
      if (!succeeded(exchange) && !isRefusal(exchange)) {
        return [missing(outcomeOf(exchange), [exchange.id])];
      }
      return [answer(succeeded(exchange) ? "accepted" : "refused", `answered ${status}`, [exchange.id])];
    }),
  );

const reuse = question("gap.idempotency.reuse", "write", (run) =>
  run.alone(async () => {
    const card = await readyCard(run, "patch");
    if (isFact(card)) return [card];
    const idempotencyKey = randomUUID();
    const [a, b] = [card.nextValue(), card.nextValue()];
    const details = { purpose: "gap.idempotency.reuse", idempotencyKey };
    const first = await card.write("updateCardLimits", a, details);
    const second = await card.write("updateCardLimits", b, details);
    const daily = dailyOf(await card.read(), card.id);
    if (first === null || second === null || !succeeded(first))
      return [missing("no write as specified was accepted")];
    const exchanges = [second.id, first.id];
    const status = second.response?.status ?? 0;
    if (daily === b) return [answer("applied", `answered ${status}, and the new body is applied`, exchanges)];
    if (succeeded(second))
      return [answer("replayed", `answered ${status}, and nothing is changed`, exchanges)];
    if (status < 400 || status > 499 || status === 429) return [missing(outcomeOf(second), exchanges)];
    return [answer(String(status), `refused with ${status}`, exchanges)];
  }),
);

const replayResponse = question("gap.idempotency.replay-response", "write", async (run) => {
  const sequence = await retrySequence(run, "patch");
  if ("kind" in sequence) return [sequence];
  const { first, retry } = sequence;
  const exchanges = [retry.id, first.id];
  const same =
    retry.response?.status === first.response?.status && retry.response?.text === first.response?.text;
  if (same) return [answer("same", "status and body of the first time", exchanges)];
  const status = outcomeOf(retry);
  return [
    answer(succeeded(retry) ? `other (${status})` : status, `the retry is answered ${status}`, exchanges),
  ];
});

/** Comes last: while it waits, nothing else may write. */
const afterWindow = question(
  "gap.idempotency.after-window",
  "write",
  async (run) => [(await keyWindow(run, "patch")).after],
  "last",
);

/** Open questions that are asked by writing. */
export const writeQuestions: readonly Check[] = [
  bodyOfPut,
  responseOf("gap.put.response", "put"),
  responseOf("gap.patch.response", "patch"),
  patchable("gap.patch.monthly", "monthly"),
  patchable("gap.patch.atm", "atm"),
  bodyAccepted("gap.patch.approval-based", (card) => ({
    approvalBased: limitsOf(card.original)?.approvalBased ?? null,
  })),
  acceptedOrRefused("gap.patch.content-type"),
  bodyAccepted("gap.patch.empty", () => ({})),
  headerStatus("gap.idempotency.missing-status"),
  reuse,
  replayResponse,
  afterWindow,
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
