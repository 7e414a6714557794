/** The scenarios, listed by hand: a task in a weather. */
import { operations } from "../../../generated/operations.ts";
import type { Scenario } from "../scenario.ts";
import { inTurnWeathers } from "../weathers/in-turn.ts";
import { amounts } from "./rules.ts";
import { isDescribed, oneByStart, type Step, taskOf } from "./tasks.ts";
import { oddId } from "./weathers.ts";

/** The limit that most writes name: of those that the description has in a patch, the first amount. */
const [limit = "daily"] = amounts;

type TaskOf = Scenario["task"];

const list: TaskOf = () => taskOf([{ do: "list" }]);
const change = (card: string, value: number): Step => ({ do: "patch", card, limits: { [limit]: value } });
const patchTo =
  (...values: readonly number[]): TaskOf =>
  ([card = ""]) =>
    taskOf(values.map((value) => change(card, value)));
const patch = patchTo(5000);
/** Of a limit that the others do not name: what a client looks at after a loss must be what it has written. */
const patchOf =
  (name = limit): TaskOf =>
  ([card = ""]) =>
    taskOf([{ do: "patch", card, limits: { [name]: 5000 } }]);
const replacement = (card: string, value = 4000): Step => ({
  do: "put",
  card,
  limits: { [limit]: value, monthly: 9000, atm: 0, approvalBased: null },
});
const putTo =
  (...values: readonly number[]): TaskOf =>
  ([card = ""]) =>
    taskOf(values.map((value) => replacement(card, value)));
const put = putTo(4000);

const lists: TaskOf = () => taskOf([{ do: "list" }, { do: "list" }, { do: "list" }], "parallel");

/** The same limit of three cards, at the same time or in turn. */
const three =
  (order: "sequence" | "parallel"): TaskOf =>
  (cards) =>
    taskOf(
      cards.slice(0, 3).map((card) => change(card, 5150)),
      order,
    );

/** A write in each of three starts, of which the last one writes what the first one did. */
const threeStarts: TaskOf = ([card = ""]) =>
  oneByStart([5000, 4000, 5000].map((value) => change(card, value)));

/** Three pages of the default size, the last one not full. */
const usual = 25;
/** Two pages of the default size, both full. */
const full = 20;
/** So many pages of one item that every odd cursor comes, and more than anybody may take for enough. */
const many = 120;
/** Six pages of the default size: what goes on after the second one is seen more than once. */
const long = 55;

const row = (id: string, weather: string, task: TaskOf, items = usual, isControl = false): Scenario => ({
  id,
  weather,
  items,
  task,
  isControl,
});

/** What a PUT may meet as a PATCH does: often it is sent by other code. */
const ofPut: readonly Scenario[] = [
  ["failure-after-write", "gateway-after-write", "write-hangs", "write-hangs-before", "write-redirected"],
  [
    "repetition-conflicts",
    "unavailable",
    "busy-write",
    "write-answers-204",
    "write-answers-200",
    "write-lost-then-conflict",
  ],
]
  .flat()
  .map((weather) => row(`put-${weather}`, weather, put));

/** Scenarios for a description that has all operations of cards; those in which everything works come first. */
const all: readonly Scenario[] = [
  row("calm-list", "calm", list, usual, true),
  row("calm-patch", "calm", patch, usual, true),
  row("calm-put", "calm", put, usual, true),
  row("patch-null", "calm", ([card = ""]) =>
    taskOf([{ do: "patch", card, limits: { [limit]: 5000, approvalBased: null } }]),
  ),
  row("zeros", "calm", ([card = ""]) =>
    taskOf([
      change(card, 0),
      { do: "patch", card, limits: { monthly: 0, atm: 0 } },
      { do: "put", card, limits: { [limit]: 0, monthly: 0, atm: 0, approvalBased: null } },
    ]),
  ),
  // Of each write other limits than of the one before, and amounts that are long, or of more than 32 bits; a float of 32 bits keeps few of them.
  row("several-limits", "token-as-second-begins", ([card = ""]) =>
    taskOf([
      change(card, 12_500),
      { do: "patch", card, limits: { monthly: 3_000_000_001, atm: 16_777_217 } },
      {
        do: "put",
        card,
        limits: { [limit]: 123_456_789, monthly: 5_000_000_011, atm: 20_000, approvalBased: null },
      },
    ]),
  ),
  row("small-pages", "calm", () => taskOf([{ do: "list", limit: 7 }])),
  row("full-last-page", "calm", list, full),
  row("list-twice", "calm", () => taskOf([{ do: "list" }, { do: "list" }])),
  // So many pages that lists at the same time meet between them.
  row("lists-at-once", "unhurried", lists, long),
  row("writes-at-once", "unhurried", three("parallel")),
  row("writes-at-once-to-one-card", "unhurried", ([card = ""]) =>
    taskOf(
      [{ [limit]: 5150 }, { atm: 20_000 }].map((limits): Step => ({ do: "patch", card, limits })),
      "parallel",
    ),
  ),
  row("there-and-back", "calm", patchTo(5000, 4000, 5000)),
  row("back-to-what-was-read", "calm", ([card = ""]) =>
    taskOf([{ do: "list" }, change(card, 5000), { do: "list" }, change(card, 4000), change(card, 5000)]),
  ),
  row("there-and-back-in-a-second", "token-as-second-begins", patchTo(5000, 4000, 5000)),
  row("started-again", "calm", threeStarts),
  row("started-again-after-a-loss", "first-write-lost", ([card = ""]) =>
    oneByStart([5000, 4000].map((value) => change(card, value))),
  ),
  row("list-started-again", "calm", () => oneByStart([{ do: "list" }, { do: "list" }])),
  row("refused-patch", "refused", patch),
  row("refused-list", "refused", list),
  row("refused-404-patch", "refused-404", patch),
  row("refused-404-list", "refused-404", list),
  row("refused-409-patch", "refused-409", patch),
  row("refused-422-patch", "refused-422", patch),
  row("refused-422-put", "refused-422", put),
  row("first-write-refused", "first-write-refused", patchTo(5000, 4000)),
  row("one-of-writes-at-once-refused", "first-write-refused", three("parallel")),
  row("first-write-lost", "first-write-lost", patchTo(5000, 4000)),
  row("second-write-lost", "second-write-lost", patchTo(5000, 4000)),
  row("refused-write-again", "first-write-refused", patchTo(5000, 5000)),
  row("second-write-refused", "second-write-refused", three("sequence")),
  row("write-refused-late", "write-refused-late", patchTo(5000, 4000)),
  row("token-ends-in-list", "token-ends-in-list", list, long),
  row("token-ends-in-list-then-no-token", "token-ends-in-list-then-no-token", list, long),
  row("token-ends-in-lists", "token-ends-in-lists", lists),
  row("token-ends-before-write", "token-ends-before-write", patchTo(5000, 4000, 4500)),
  row("token-ends-before-second-start", "token-ends-before-second-write", threeStarts),
  row("token-ends-in-writes", "token-ends-in-writes", three("parallel")),
  row("token-short", "token-short", list),
  row("token-always-refused", "token-always-refused", list),
  row("token-always-refused-write", "token-always-refused", patch),
  row("login-refused", "login-refused", list),
  row("login-refused-write", "login-refused", patch),
  row("token-with-more", "token-with-more", list),
  row("write-answer-lost", "write-answer-lost", patch),
  row("write-lost", "write-lost", patch),
  row("one-of-writes-at-once-lost", "second-write-lost", three("parallel")),
  row("write-answer-lost-of-last-item", "write-answer-lost", (ids) => patch(ids.slice(-1))),
  row("put-answer-lost", "write-answer-lost", put),
  row("put-lost", "write-lost", put),
  row("write-answer-lost-twice", "write-answer-lost-twice", patch),
  row("put-answer-lost-twice", "write-answer-lost-twice", put),
  ...inTurnWeathers.map(({ id }, index) => row(id, id, patchOf(amounts[index % amounts.length]))),
  row("write-answers-never-arrive", "write-answers-never-arrive", patch),
  row("writes-never-arrive", "writes-never-arrive", patchOf(amounts.at(-1))),
  row("puts-never-arrive", "writes-never-arrive", put),
  row("token-ends-before-put", "token-ends-before-write", putTo(4000, 4500, 4200)),
  ...ofPut,
  row("writes-unavailable", "writes-unavailable", patch),
  row("pages-unavailable", "pages-unavailable", list),
  row("pages-limited", "pages-limited", list),
  row("pages-never-arrive", "pages-never-arrive", list),
  row("tokens-unavailable", "tokens-unavailable", patch),
  row("repetition-conflicts", "repetition-conflicts", patch),
  row("gateway-after-write", "gateway-after-write", patch),
  row("gateway-timeout-after-write", "gateway-timeout-after-write", patch),
  row("failure-after-write", "failure-after-write", patch),
  row("odd-failure-after-write", "odd-failure-after-write", patch),
  row("write-answer-cut", "write-answer-cut", patch),
  row("write-hangs", "write-hangs", patch),
  row("write-hangs-before", "write-hangs-before", patch),
  row("page-hangs", "page-hangs", list),
  row("page-lost", "page-lost", list),
  row("page-redirected", "page-redirected", list),
  row("page-replaced", "page-replaced", () => taskOf([{ do: "list" }, { do: "list" }])),
  row("page-cut", "page-cut", list),
  row("write-redirected", "write-redirected", patch),
  row("write-redirected-as-it-is", "write-redirected-as-it-is", patch),
  row("token-lost", "token-lost", list),
  row("token-replaced", "token-replaced", list),
  row("token-left-out", "token-left-out", list),
  row("unavailable-write", "unavailable", patch),
  row("unavailable-list", "unavailable", list),
  row("busy-seconds", "busy-seconds", list),
  row("busy-write", "busy-write", patch),
  row("busy-token", "busy-token", list),
  row("busy-date", "busy-date", list),
  row("empty-first-page", "empty-first-page", list),
  row("empty-middle-page", "empty-middle-page", list),
  row("empty-middle-pages", "empty-middle-pages", () => taskOf([{ do: "list", limit: 7 }])),
  row("short-page", "short-page", list),
  row("short-page-with-limit", "short-page", () => taskOf([{ do: "list", limit: 7 }])),
  row("odd-cursors", "odd-cursors", () => taskOf([{ do: "list", limit: 1 }]), many),
  row("answers-in-pieces", "answers-in-pieces", list),
  row("page-refused", "page-refused", () => taskOf([{ do: "list" }, { do: "list" }])),
  row("page-refused-before-next-start", "page-refused", () => oneByStart([{ do: "list" }, { do: "list" }])),
  row("cursor-dies", "cursor-dies", list),
  row("cursors-die", "cursors-die", list),
  row("cursor-dies-404", "cursor-dies-404", list),
  row("cursor-dies-410", "cursor-dies-410", list),
  row("odd-items", "odd-items", list),
  ...[0, 1].map((index) =>
    row(`odd-item-${index + 1}`, "odd-items", (ids) => patch([oddId(ids[index] ?? "", index)])),
  ),
  row("list-grows", "list-grows", list),
  row("list-grows-in-front", "list-grows-in-front", list, long),
  row("more-members-list", "more-members", list),
  row("more-members-write", "more-members", patch),
  row("write-answers-200", "write-answers-200", patch),
  row("write-answers-204", "write-answers-204", patch),
  row("write-answers-299", "write-answers-299", patch),
  row("neighbour-writes", "neighbour-writes", ([card = ""]) => taskOf([{ do: "list" }, change(card, 5000)])),
  row("odd-secret", "odd-secret", list),
  row("base-path", "base-path", ([card = ""]) => taskOf([{ do: "list" }, change(card, 5000)])),
  row("another-time-zone", "another-time-zone", patch),
  // Whoever goes by the server's clock learns of it more than once.
  row("clock-ahead", "clock-ahead", patchTo(5000, 4000, 4500)),
  row("clock-behind", "clock-behind", patchTo(5000, 4000, 4500)),
  row("clock-far-ahead", "clock-far-ahead", patch),
];

/** Ids that stand for those of a sandbox, to see what is asked for. */
const anyIds = ["1", "2", "3", "4"];

/** The scenarios of which the description has every operation. */
export const scenarios: readonly Scenario[] = all.filter(({ task }) =>
  task(anyIds).work.every(({ operation }) => operation in operations),
);

/** The task that is repeated under every answer to an open question: it touches all operations. */
export const everything: TaskOf = ([card = ""]) =>
  taskOf([{ do: "list" } as const, change(card, 5000), replacement(card)].filter(isDescribed));

/** The open questions whose answer a client meets when everything works. */
export const relied: readonly string[] = [
  "gap.approval-based.type",
  "gap.amounts.decimals",
  "gap.page.end-form",
  "gap.token.lifetime",
  "gap.token.scope-omitted",
  "gap.token.narrow-scope",
  "gap.token.json",
  "gap.cursor.reuse",
  "gap.cursor.limit-omitted",
  "gap.list.order",
  "gap.limit.maximum",
  "gap.status.success",
  "gap.put.body",
  "gap.put.response",
  "gap.patch.content-type",
  "gap.patch.response",
  "gap.timestamp.future",
  "gap.signature.padding",
  "gap.signature.base64-variants",
  "gap.rate-limits",
  "gap.deprecation",
];
