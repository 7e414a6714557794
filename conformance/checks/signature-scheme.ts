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
import type { Fact } from "../verdict.ts";
import { isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { type WriteName, writeOperations } from "./writes-refused.ts";

/** A way of signing that the specification leaves open: not a contradiction, but worth saying. */
interface OtherWay extends Alteration {
  readonly open?: string;
}

function otherWays(run: Run): readonly OtherWay[] {
  const { prefix, signaturePath } = run.target;
  const otherPath = (path: string) => (signaturePath === "full" ? path.slice(prefix.length) : prefix + path);
  return [
    {
      words: "signed with PSS padding",
      signing: { padding: "pss" },
      open: "the server wants PSS padding (gap.signature.padding)",
    },
    ...(prefix === ""
      ? []
      : [
          {
            words: "signed over the other form of the path",
            signed: ({ method, path, timestamp }: { method: string; path: string; timestamp: string }) =>
              method + otherPath(path) + timestamp,
            open: `the server wants --signature-path ${signaturePath === "full" ? "api" : "full"} (gap.signature.prefix)`,
          },
        ]),
    { words: "signed over SHA-1", signing: { digest: "sha1" } },
    { words: "signed over SHA-512", signing: { digest: "sha512" } },
    { words: "with the signature in hex", signing: { encoding: "hex" } },
    { words: "with the signature in base64url", signing: { encoding: "base64url" } },
    { words: "signed without the method", signed: ({ path, timestamp }) => path + timestamp },
    { words: "signed without the path", signed: ({ method, timestamp }) => method + timestamp },
    { words: "signed without the timestamp", signed: ({ method, path }) => method + path },
    {
      words: "signed with the method in lower case",
      signed: (p) => p.method.toLowerCase() + p.path + p.timestamp,
    },
    {
      words: "signed with line breaks between the parts",
      signed: (p) => `${p.method}\n${p.path}\n${p.timestamp}`,
    },
    { words: "signed with spaces between the parts", signed: (p) => `${p.method} ${p.path} ${p.timestamp}` },
    { words: "signed with the parts in another order", signed: (p) => p.timestamp + p.method + p.path },
    {
      words: "signed over the path without /v1",
      signed: (p) => p.method + p.path.replace("/v1", "") + p.timestamp,
    },
    { words: "with the timestamp in milliseconds", timestamp: (seconds) => `${seconds}000` },
    {
      words: "with the timestamp in ISO 8601",
      timestamp: (seconds) => new Date(seconds * 1000).toISOString(),
    },
    { words: "with the content type application/json", contentType: "application/json" },
  ];
}

async function tryOtherWays(
  run: Run,
  card: CardUnderTest,
  operation: WriteOperation,
  first: string,
): Promise<Fact> {
  for (const way of otherWays(run)) {
    const exchange = await card.write(operation, card.nextValue(), {
      purpose: "signature.scheme",
      alteration: way,
    });
    if (exchange === null || !succeeded(exchange)) continue;
    if (way.open !== undefined) return missing(way.open, [exchange.id]);
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
