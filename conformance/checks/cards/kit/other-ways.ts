/** If a server refuses the specified write: tries the usual mistakes, in case it expects one of them. */
import type { Amount } from "../../../base/exact-json.ts";
import { isRefusal, succeeded } from "../../../wire/exchange.ts";
import { writeWays } from "../../../wire/way.ts";
import { currentToken } from "../../kit/ask.ts";
import type { Run } from "../../kit/check.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { bodyForms, type WriteForm } from "../write-form.ts";
import type { Acceptance } from "./never-accepted.ts";
import { canBePutBack } from "./put-back.ts";
import { writtenIn } from "./write-ledger.ts";

const purpose = "acceptance";

/** Tries the usual mistakes; one that is accepted while the specified write is still refused is the form. */
export async function tryOtherWays(run: Run, specified: Acceptance): Promise<Acceptance> {
  const { card, refused } = specified;
  // With one token for all of them: a 401 is then more likely about the signature than about the token.
  const details = { purpose, token: await currentToken(run) };
  const value = limitsOf(card.original)?.[writtenLimit] as Amount;
  const unsigned = await card.write(value, {
    ...details,
    alteration: { description: "with a signature that is not one", signature: () => "bm90IGEgc2lnbmF0dXJl" },
  });
  for (const form of otherForms(run, card.form)) {
    const other = card.inForm(form);
    if (!(await canBePutBack(other, purpose))) continue;
    const exchange = await other.write(value, details);
    if (!succeeded(exchange)) continue;
    const control = await card.write(value, { purpose });
    // A single refusal may be chance; a server that expects the other way refuses the specified one again.
    if (isRefusal(control)) {
      return { ...specified, card: other, accepted: exchange, refused: [...refused, control], unsigned };
    }
    return succeeded(control)
      ? { ...specified, accepted: control, refused: [], unsigned }
      : { ...specified, unsigned };
  }
  return { ...specified, unsigned };
}

/** Every other way, known ones first: what this server accepted before is what it most likely expects. */
function otherForms(run: Run, form: WriteForm): readonly WriteForm[] {
  const known = [...new Set(writtenIn(run).forms.flatMap(({ way }) => way ?? []))];
  const others = writeWays.filter((way) => !known.includes(way));
  return [...known.flatMap((way) => bodyForms({ ...form, way })), ...others.map((way) => ({ ...form, way }))];
}
