/** Failures that have one cause: the one that says it most narrowly stays, and hides the others. Pure. */
import { api } from "../../generated/operations.ts";
import { isSameSpelling } from "../plan/draw.ts";
import type { SpellingName } from "../plan/spellings.ts";
import { scopeRule } from "./defects.ts";
import { emptyText } from "./iteration.ts";
import { noChange } from "./kit/refusal.ts";
import { asBefore, ofOneValue, otherwise } from "./operations/effect-facts.ts";

/** How what is told of a copy of a write begins, by which it is known here. */
export const aCopy = "A copy of a write";

/** A check that failed, as far as its cause is concerned. */
export interface Failure {
  readonly id: string;
  /** The operations that it judges; none if it looks at all of them. */
  readonly operations: readonly string[];
  readonly message: string;
  readonly expected: readonly string[];
  readonly received: string;
  /** The spellings without which it was not seen. */
  readonly spelled: readonly SpellingName[];
  /** True for one that does not count, and so hides nothing: what it would hide might be new. */
  readonly isKnown: boolean;
}

/** True if one of these failures says what another one shows as well. */
type Explains = (cause: Failure, other: Failure, all: readonly Failure[]) => boolean;

/** The end of an id that names the operation: what judges the main list alone may do without. */
function endOf(id: string, family: string): string | null {
  if (id === family) return "list";
  return id.startsWith(`${family}.`) ? id.slice(family.length + 1) : null;
}

const isTaken = ({ received }: Failure) => /^2\d\d\b/.test(received);
const bothTaken = (cause: Failure, other: Failure) => isTaken(cause) && isTaken(other);

const statusIn = ({ received }: Failure) => /^\d{3}\b/.exec(received)?.[0];
const isAnsweredAlike = (cause: Failure, other: Failure) => statusIn(cause) === statusIn(other);

/** A failure of the first family explains those of the others that are about the same operation. */
function family(first: string, others: readonly string[], applies: typeof bothTaken): Explains {
  return (cause, other) => {
    const end = endOf(cause.id, first);
    return end !== null && others.some((one) => endOf(other.id, one) === end) && applies(cause, other);
  };
}

const scopeRules = api.scopes.map(scopeRule);
const [firstScope = ""] = scopeRules;
const ofScopes = [...scopeRules, "scope.repeated", "scope.other"];
const ofToken = ["token.invalid", "token.scheme", "token.dies", ...ofScopes];

/** The recorded exchanges that others explain, by the end of their ids: what the others are called. */
const replayed: readonly (readonly [end: RegExp, others: RegExp])[] = [
  [/\.401$/, /^(?:error|service|token\.(?:invalid|missing|dies))\b/],
  [/\.4xx$/, /^(?:signature|timestamp|idempotency|scope|refused|token)\b/],
  [
    /\.2(?:00|xx)\b/,
    /^(?:page|card|list|service|write|token\.(?:request|complete|[a-z-]*type|access-token|expires-in|scope))\b/,
  ],
];

const sharesOperation = ({ operations }: Failure, other: Failure) =>
  operations.length === 0 || operations.some((one) => other.operations.includes(one));

/** What a walk shows whose pages are not those of the list. */
const ofWalks = /^list\.(?:cursor|iteration|limit\.exact|limit\.default)\b/;

/** What is judged of all lists of a run, whatever they were read for. */
const ofWholeLog = /^(?:page\.last|page\.whole|list\.page-size)\b/;

/** Which failures explain which, those that explain most first. */
const explanations: readonly Explains[] = [
  // What a history shows of limits that a PUT leaves as they were, one PUT shows by itself.
  (cause, other) => {
    const end = endOf(cause.id, "write.every-limit");
    return end !== null && other.id === `write.effect.${end}` && other.message.startsWith("After ");
  },
  // What is refused and carried out nevertheless is refused: what it was refused for has nothing to do with it.
  (cause, other) => {
    const end = endOf(cause.id, "refused.no-effect");
    return end !== null && other.id.endsWith(`.${end}`) && other.expected.includes(noChange);
  },
  // Where anybody's signature is taken, nothing of what it covers is looked at.
  family(
    "signature.key",
    ["invalid", "algorithm", "method", "path", "timestamp", "string"].map((part) => `signature.${part}`),
    bothTaken,
  ),
  family("signature.missing", ["signature.none"], bothTaken),
  // Where no key is needed, an empty one is none.
  family("idempotency-key.missing", ["idempotency-key.empty"], bothTaken),
  // Where no token is needed, or any will do, what a token stands for is not looked at.
  family("token.missing", ofToken, bothTaken),
  family("token.invalid", ofToken, (cause, other) =>
    isTaken(cause)
      ? isTaken(other) && /never issued/.test(cause.message)
      : other.id.startsWith("token.dies") && cause.received === other.received,
  ),
  // Where no scope is needed, none is looked at.
  (cause, other, all) => {
    const end = endOf(cause.id, firstScope);
    const ids = scopeRules.map((rule) => `${rule}.${end}`);
    const isNone = ids.every((id) => all.some((one) => one.id === id && isTaken(one)));
    return end !== null && ofScopes.some((rule) => other.id === `${rule}.${end}`) && isNone;
  },
  // A token that ends early is refused wherever it is not the first one.
  ({ id }, other) =>
    id === "token.accepted" &&
    other.id.startsWith("spelling.") &&
    other.received.startsWith("401") &&
    other.spelled.length > 0 &&
    other.spelled.every(({ dimension }) => dimension === "token"),
  // A token that is refused when it is new, or before its end, is so wherever it is sent.
  ({ id }, other) => (id === "token.fresh" || id === "token.lives") && other.id === "token.accepted",
  ({ id }, other) =>
    id === "token.fresh" && endOf(other.id, "list.cursor") !== null && other.received.startsWith("401"),
  // What happens now and then may meet whichever request another check looks at.
  family("token.request.steady", ["token.request"], isAnsweredAlike),
  family("list.request.steady", ["list.request"], isAnsweredAlike),
  family("write.steady", ["write.headers"], isAnsweredAlike),
  // Where the server fails at some writes for what they ask, that is why it fails now and then.
  (cause, other) =>
    (cause.id === "write.answered" || cause.id.startsWith("idempotency.retry")) &&
    other.id.startsWith("write.steady") &&
    isAnsweredAlike(cause, other),
  // A write that is lost each time, or after some other one, is lost now and then as well.
  ...["write.effect", "write.stays", "idempotency.distinct"].map((id) =>
    family(id, ["write.carried-out", "write.zero"], () => true),
  ),
  // A body that is taken for a key is lost when it is sent again; what a write makes otherwise, it does under any key.
  family("idempotency.distinct", ["effect"], (_, { message }) => message.includes(ofOneValue)),
  family("effect", ["idempotency.distinct"], ({ message }) => message.includes(otherwise)),
  // Where a write is lost, what it leaves out keeps its value, too.
  family("effect", ["default"], ({ message }) => message.includes(asBefore)),
  // What every write changes besides its value, patches of other limits change as well.
  family("write.other-fields", ["write.named-only", "write.zero"], () => true),
  // A write that is lost, or carried out once more, is overtaken by whichever one there is.
  ({ id, message }, other) =>
    /^(?:write\.effect|idempotency)\./.test(id) && !message.startsWith(aCopy) && other.id === "write.order",
  // So is each of two at the same time, which is lost whenever it is beside another one.
  ({ id }, other) => /^(?:write\.effect|idempotency\.distinct)\./.test(id) && other.id === "write.at-once",
  // What a write changes besides its value, it changes beside another one as well.
  ({ id }, other) => id.startsWith("write.other-fields.") && other.id === "write.at-once",
  ({ id }, other) => id === "write.at-once" && other.id.startsWith("write.carried-out."),
  // What is carried out after a later write is read instead of that, as if the later one were lost or a copy had come.
  ({ id }, other) =>
    id === "write.order" &&
    (other.id.startsWith("write.carried-out.") ||
      (other.id.startsWith("idempotency.retry.") && other.message.startsWith(aCopy))),
  // Where the later one of two writes is lost, what is read is the other: as if a copy of that had come after it.
  ({ id }, other) =>
    id.startsWith("write.effect.") &&
    other.id.startsWith("idempotency.retry.") &&
    other.message.startsWith(aCopy) &&
    endOf(other.id, "idempotency.retry") !== endOf(id, "write.effect"),
  // A limit that was written as no number is read as none.
  ({ id }, other) => id.startsWith("write.types.") && /^card\.limits\.\w+$/.test(other.id),
  // A field that is not as described makes its response useless.
  ({ id }, other) =>
    (id === "token.access-token" && other.id === "token.request") ||
    (id === "page.cards" && other.id === "list.request"),
  // A walk meets what is on one page twice.
  family("page.distinct", ["list.iteration.once"], () => true),
  // A cursor that is known now and then is refused wherever it is taken to a later page.
  family("list.cursor.known", ["list.cursor"], isAnsweredAlike),
  (cause, other) =>
    endOf(cause.id, "list.cursor.known") !== null &&
    endOf(other.id, "spelling") === endOf(cause.id, "list.cursor.known") &&
    other.spelled.some(({ dimension }) => dimension === "page") &&
    isAnsweredAlike(cause, other),
  // Who follows an empty cursor reads the list again.
  ({ id, received }, other) =>
    id === "page.next-cursor.more" && received === emptyText && ofWalks.test(other.id),
  // What walks show, the log of a run shows as well.
  (cause, other) =>
    (other.id.startsWith("list.page-size")
      ? /^list\.limit\b/.test(cause.id)
      : ofWalks.test(cause.id) || /^page\.(?:next-cursor|distinct)\b/.test(cause.id)) &&
    ofWholeLog.test(other.id) &&
    sharesOperation(cause, other),
  // What is left out of some lists is the end of others.
  family("page.whole", ["page.last"], () => true),
  // A recording shows what the checks of its operation show.
  (cause, other) =>
    other.id.startsWith("exchange.") &&
    replayed.some(([end, others]) => end.test(other.id) && others.test(cause.id)) &&
    sharesOperation(cause, other),
];

/** True if one was seen wherever the other one was. */
function isSeenWith({ spelled }: Failure, other: Failure): boolean {
  // In which spellings writes are lost now and then, or lists end early, is not looked at.
  if (other.id.startsWith("write.carried-out") || ofWholeLog.test(other.id)) return true;
  return spelled.every((one) => other.spelled.some((name) => isSameSpelling(one, name)));
}

/** The failures that others explain: the id of each, with the id of the failure that hides it. */
export function hiddenIn(failures: readonly Failure[]): ReadonlyMap<string, string> {
  const hidden = new Map<string, string>();
  for (const explains of explanations) {
    for (const cause of failures) {
      if (cause.isKnown || hidden.has(cause.id)) continue;
      for (const other of failures) {
        if (other === cause || hidden.has(other.id) || !isSeenWith(cause, other)) continue;
        if (explains(cause, other, failures)) hidden.set(other.id, cause.id);
      }
    }
  }
  return hidden;
}
