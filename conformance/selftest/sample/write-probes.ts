/** Probes of signed and idempotent operations. */
import { api, operations } from "../../../generated/operations.ts";
import { inLines, turned } from "../../sandbox/faults/signing.ts";
import { type SignedParts, specifiedSignature } from "../../sandbox/verify.ts";
import type { SigningWay } from "../../wire/sign.ts";
import { sampleParts, signedString } from "../../wire/signed-string.ts";
import { alikeKeys } from "./alike-keys.ts";
import { type Coding, misspellings, misspelt } from "./misspellings.ts";
import { does, type ProbeOf, sends } from "./probe.ts";
import { mirroredMistakes } from "./signing-mirrors.ts";

const coding: Coding = api.signature.encoding;
const window = api.timestampWindowSeconds;
const over = (name: string, change: (parts: SignedParts) => Partial<SignedParts>): ProbeOf =>
  sends(`signed over ${name}`, () => ({
    covered: (parts) => specifiedSignature.covered({ ...parts, ...change(parts) }),
  }));
const signedAs = (name: string, way: SigningWay): ProbeOf => sends(`signed with ${name}`, () => ({ way }));
const aged = (age: number): ProbeOf =>
  sends(`a timestamp ${age} s old`, () => ({ timestamp: (seconds) => String(seconds - age) }));
const stamped = (name: string, write: (right: string) => string): ProbeOf =>
  sends(`a timestamp ${name}`, () => ({ timestamp: (seconds) => write(String(seconds)) }));

/** The probes of a signed operation. */
export const signedProbes: readonly ProbeOf[] = [
  sends("no signature", () => ({ signature: () => null })),
  sends("an empty signature", () => ({ signature: () => "" })),
  sends("a signature of another key", () => ({ isForeign: true })),
  ...misspellings.map((way) =>
    sends(`signature misspelt: ${way}`, () => ({ signature: (right) => misspelt(way, right, coding) })),
  ),
  ...["GET", "PUT", "POST", "DELETE", "PATCH", ""].map((method) =>
    over(`the method "${method}"`, () => ({ method })),
  ),
  over("the method in lower case", ({ method }) => ({ method: method.toLowerCase() })),
  over("another end of the path", ({ path }) => ({ path: `${path}1` })),
  over("the path without its end", ({ path }) => ({ path: path.replace(/\/[^/]*$/, "") })),
  does("signed over the path of another item", (partner, operation) => {
    const names = Object.values(partner.pathOf(operation, 0));
    const path = operations[operation].path.replace(/\{\w+\}/g, () => names.shift() ?? "");
    const covered = (parts: SignedParts) => specifiedSignature.covered({ ...parts, path });
    return partner.send({ ...partner.draft(operation), covered });
  }),
  over("a time ten seconds before", ({ timestamp }) => ({ timestamp: String(Number(timestamp) - 10) })),
  over("no time", () => ({ timestamp: "" })),
  ...mirroredMistakes.map(({ description, signed = signedString, signing = {} }) =>
    sends(description, ({ body, key }) => ({
      covered: (parts) => signed({ ...sampleParts, ...parts, body: body ?? "", idempotencyKey: key ?? "" }),
      way: signing,
    })),
  ),
  sends("signed over lines", () => ({ covered: inLines })),
  sends("signed over another order", () => ({ covered: turned })),
  signedAs("SHA-1", { digest: "sha1" }),
  signedAs("SHA-512", { digest: "sha512" }),
  sends("a signature in hex", () => ({
    signature: (right) => specifiedSignature.decode(right)?.toString("hex") ?? null,
  })),
  sends("no timestamp", () => ({ timestamp: () => null })),
  ...[Math.round(window / 2), window - 10, window + 10, 2 * window - 10, 4 * window].map(aged),
  stamped("with letters after it", (right) => `${right}ms`),
  stamped("in words", () => "now"),
  stamped("that is no number", () => "NaN"),
  ...misspellings.map((way) => stamped(`misspelt: ${way}`, (right) => misspelt(way, right) ?? "")),
  stamped("with one digit less", (right) => `${Number(right) - 4096}`),
  does("the signature of the request before", async (partner, operation) => {
    let before = "";
    const keeps = (right: string) => {
      before = right;
      return right;
    };
    await partner.plainly({ ...partner.draft(operation), signature: keeps });
    partner.sandbox.clock.advance(10_000);
    return partner.send({ ...partner.draft(operation), signature: () => before });
  }),
];

/** The second of two writes, of which this makes the key. */
const second = (
  name: string,
  key: (first: string) => string | null,
  waitMs = 0,
  isSame = true,
  form: (key: string) => string = (given) => given,
): ProbeOf =>
  does(name, async (partner, operation) => {
    const draft = partner.draft(operation);
    const first = { ...draft, key: form(draft.key ?? "") };
    await partner.send(first);
    await partner.send(partner.draft(operation));
    partner.sandbox.clock.advance(waitMs);
    const again = {
      ...partner.draft(operation),
      token: waitMs === 0 ? first.token : await partner.newToken(),
    };
    return partner.send({ ...again, body: isSame ? first.body : again.body, key: key(first.key) });
  });

const hour = 3_600_000;

/** The probes of an idempotent operation. */
export const idempotentProbes: readonly ProbeOf[] = [
  sends("no idempotency key", () => ({ key: null })),
  sends("an empty idempotency key", () => ({ key: "" })),
  second("the same write and key", (key) => key),
  second("the same write and key after two hours", (key) => key, 2 * hour),
  second("the same body under another key", (key) => `${key}-other`),
  ...alikeKeys.map(({ way, form, near }) =>
    second(`another write, under a key that is almost another one: ${way}`, near, 0, false, form),
  ),
  ...misspellings.map((way) =>
    second(`another write, its key misspelt: ${way}`, (key) => misspelt(way, key), 0, false),
  ),
];
