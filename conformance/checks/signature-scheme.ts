/**
 * Where a write as specified is refused, this check asks whether the server takes the same write signed in
 * another way. That it does shows that it knows the key and verifies something else than is specified.
 */
import {
  type CardUnderTest,
  cardUnderTest,
  isFact,
  putBody,
  type WriteOperation,
} from "../card-under-test.ts";
import { type Check, held, missing, type Run } from "../check.ts";
import type { Alteration } from "../probe/alteration.ts";
import { signedPartsOf } from "../probe/request.ts";
import { possibleMistakes, type SigningMistake } from "../signing-mistakes.ts";
import type { Fact } from "../verdict.ts";
import { isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { type WriteName, writeOperations } from "./writes-refused.ts";

/** Another way of sending a write; where it rests on an open question, not a contradiction, but worth saying. */
type OtherWay = Alteration & Pick<SigningMistake, "open">;

function otherWays({ target }: Run, card: CardUnderTest, operation: WriteOperation): readonly OtherWay[] {
  const call = { operation, path: { id: card.id }, body: card.body(operation, 0), idempotencyKey: "key" };
  return [
    ...possibleMistakes(signedPartsOf(target, call, "0")),
    { words: "with the content type application/json", contentType: "application/json" },
  ];
}

/** What a server wants that takes a way which the specification leaves open. */
function wanted(run: Run, { words, open }: OtherWay): string {
  const flag = `--signature-path ${run.target.signaturePath === "full" ? "api" : "full"}`;
  return open === "gap.signature.prefix"
    ? `the server wants ${flag} (${open})`
    : `the server wants the write ${words} (${open})`;
}

async function tryOtherWays(
  run: Run,
  card: CardUnderTest,
  operation: WriteOperation,
  first: string,
): Promise<Fact> {
  for (const way of otherWays(run, card, operation)) {
    const exchange = await card.write(operation, card.nextValue(), {
      purpose: "signature.scheme",
      alteration: way,
    });
    if (exchange === null || !succeeded(exchange)) continue;
    if (way.open !== undefined) return missing(wanted(run, way), [exchange.id]);
    const control = await card.write(operation, card.nextValue(), { purpose: "control" });
    // Once may have its reasons; a server that wants the other way refuses the specified one again.
    if (control === null || !isRefusal(control))
      return missing("the write as specified was refused once, and then not", [first]);
    return {
      kind: "broken",
      message: `A write as specified is refused, but the same write ${way.words} is accepted.`,
      expected: [
        "Base64 of the RSA signature with SHA-256 over method, path and timestamp, joined with no separator",
      ],
      received: `accepted ${way.words}`,
      exchanges: [exchange.id, first],
    };
  }
  return missing(
    "the write as specified is refused, and so is every other way of signing; is the public key registered?",
    [first],
  );
}

const scheme = (name: WriteName): Check => ({
  id: `signature.scheme.${name}`,
  title: `${name.toUpperCase()}: the specified signature is the one that is verified`,
  requirements: [
    "auth.signature.algorithm",
    "auth.signature.string",
    "auth.signature.key",
    ...(name === "patch" ? (["patch.merge-patch"] as const) : []),
  ],
  access: "write",
  stage: "request",
  run: (run) =>
    run.alone(async () => {
      const card = await cardUnderTest(run);
      if (isFact(card)) return [card];
      // Where no body of PUT is accepted, the signature may be the reason: the likeliest body is tried on.
      if (name === "put") await putBody(run, card);
      const operation = writeOperations[name];
      const control = await card.control(operation);
      if (control === null) return [missing("the card list could not be read")];
      if (control.accepted) return [held("the specified signature is accepted", control.exchange.id)];
      if (!isRefusal(control.exchange)) return [missing(outcomeOf(control.exchange))];
      return [await tryOtherWays(run, card, operation, control.exchange.id)];
    }),
});

/** Checks of the way in which signatures are verified. */
export const signatureSchemeChecks: readonly Check[] = [scheme("patch"), scheme("put")];
