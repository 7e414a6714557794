import type { Parameter } from "./document.ts";

/** The open question of what a repetition is answered with. */
const question = "gap.idempotency.replay-response";

/** What is said of a repetition that gets the answer of the first time. */
const said = [
  /(?<!\b(?:may|might|can|could|not|never) )\b(?:gets?|given|answers?|answered|returns?|returned|receives?|repeats?|replays?|replayed|shows?|yields?)\b[^.;]{0,60}\b(?:first|same|original|stored|earlier)\b[^.;]{0,40}\b(?:answer|response|result|status|body)\b/i,
  /\b(?:status|body|answer|response)\b[^.;]{0,80}\bof the (?:first|original)\b/i,
] as const;
/** What is said where it does not. */
const otherwise = /\b(?:not|never|no|may|refused|rejected|conflict|without)\b/i;

/** True where the words about an idempotency key say that a repetition is answered as the first request was. */
export function isReplayed({ description = "", "x-unspecified": open = [] }: Parameter): boolean {
  if (open.includes(question)) return false;
  return said.some((words) => {
    const [found] = words.exec(description) ?? [];
    return found !== undefined && !otherwise.test(found);
  });
}
