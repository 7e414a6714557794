/** The plain read in other spellings: as specified, and with defects of the token, on other pages too. */
import { type Spelling, spellings } from "../plan/spellings.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { DefectCheck } from "./defects.ts";
import { ask } from "./kit/ask.ts";
import type { Check, Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "./kit/inconclusive.ts";
import { mainList, pagedOperation } from "./kit/paged.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import {
  alterationIn,
  type DrawnJudge,
  judgeDrawn,
  judgeSpellings,
  notSent,
  type Spellable,
  usableSpellings,
} from "./kit/spelled.ts";
import { tokenFor } from "./kit/token-for.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";

const paged = pagedOperation(plainOperation?.id ?? null);

/** The plain read, in any spelling. */
function spellableRead(run: Run): Spellable {
  return {
    name: plainOperation?.id ?? "read",
    send: (alteration) =>
      ask(run, "spelling", alteration === undefined ? plainRead() : { ...plainRead(), alteration }),
    isGranted: isRead,
  };
}

/** The check of the plain read in every spelling; none where there is no plain read. */
export const spelledReadChecks: readonly Check[] = (plainOperation === null ? [] : [plainOperation]).map(
  ({ id, method }): Check => ({
    id: `spelling.${id === mainList?.id ? "list" : id}`,
    title: `${method}: a request as specified is accepted in every spelling`,
    requirements: ["request.spelling"],
    operations: [id],
    access: "read",
    stage: "request",
    run: (run) => judgeSpellings(run, spellableRead(run)),
  }),
);

const adding =
  (name: string, value: string): Spelling["rewrite"] =>
  (request) => ({
    ...request,
    url: `${request.url}${request.url.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`,
  });

/** A page of one item: only where the list has a parameter for it. */
function shortPage(): readonly Spelling[] {
  const parameter = paged?.paginated.pageSize?.parameter;
  if (parameter === undefined) return [];
  return [
    {
      dimension: "page-size",
      value: "one",
      when: `${parameter} is 1`,
      basis: "The description of the parameter",
      expectation: "must work",
      applies: () => true,
      rewrite: adding(parameter, "1"),
    },
  ];
}

/** A later page: its cursor is read anew for each request, since it may work only once. */
const laterPage: Spelling = {
  dimension: "page",
  value: "later",
  when: `${paged?.paginated.parameter ?? "a cursor"} is sent`,
  basis: "The description of the list",
  expectation: "must work",
  applies: () => true,
  rewrite: (request) => request,
};

/** Every spelling in which requests are drawn, pages of the plain read included. */
export const drawnSpellings: readonly Spelling[] = [
  ...spellings,
  ...(paged === null ? [] : [...shortPage(), laterPage]),
];

/** The cursor of the second page of one item; null where there is none. */
async function freshCursor(run: Run): Promise<string | null> {
  if (paged === null) return null;
  const alteration = alterationIn(shortPage(), { description: "" });
  const first = await ifConclusive(ask(run, "cursor", { ...plainRead(), alteration }));
  const next = first === null ? null : readPage(paged, first).next;
  return typeof next === "string" ? next : null;
}

/** The facts of one defect of the token in the spellings and on the pages that are drawn for it. */
export async function drawnReads(
  run: Run,
  name: string,
  { rule }: Pick<DefectCheck, "rule">,
  alteration: Alteration,
): Promise<readonly Fact[]> {
  if (run.draw.rows === 0) return [];
  const usable = await usableSpellings(run, spellableRead(run));
  // Where only a page is asked for, no spelling is tried.
  if (usable.length === 0 && run.draw.only === undefined) return [];
  const hasPages = (await run.memoize("a later page", () => freshCursor(run))) !== null;
  const all = [...usable, ...shortPage(), ...(hasPages ? [laterPage] : [])];
  const hindered = notSent(run, all);
  if (hindered !== null) return [hindered];
  const send = async (row: readonly Spelling[]): Promise<Exchange> => {
    const spelledSo = alterationIn(row, alteration);
    const cursor = row.includes(laterPage) ? await freshCursor(run) : null;
    const { rewrite = (request) => request } = spelledSo;
    const place = cursor === null ? null : adding(paged?.paginated.parameter ?? "", cursor);
    const placed: Alteration =
      place === null ? spelledSo : { ...spelledSo, rewrite: (request) => place(rewrite(request)) };
    const call = { ...plainRead(), alteration: placed };
    const token = await tokenFor(run, alteration.scopes);
    return token === null ? ask(run, "drawn", call) : run.probe.callWith("drawn", call, token);
  };
  const judge: DrawnJudge["judge"] = async (rows) => {
    const [only] = rows;
    // By itself, a request is compared with the same one without the defect.
    const control = async () =>
      rows.length === 1 && only !== undefined
        ? ask(run, "control", { ...plainRead(), alteration: alterationIn(only) })
        : ask(run, "control", plainRead());
    const before = await control();
    const sent = await Promise.all(rows.map((row) => onInconclusive(send(row), (reason) => reason)));
    const after = await control();
    return sent.map((altered) =>
      altered instanceof Inconclusive
        ? altered.fact
        : judgeRefusal({ before, altered, after, effect: null }, { ...rule, granted: isRead }),
    );
  };
  // Chance never grants what is to be refused, but may well refuse it with another status.
  return judgeDrawn(run, { name }, all, { judge, mayBeChance: ({ received }) => !/^2\d\d$/.test(received) });
}
