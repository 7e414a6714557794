import assert from "node:assert/strict";
import { test } from "node:test";
import type { SandboxOptions } from "../../sandbox/app.ts";
import { choose } from "../../sandbox/choices.ts";
import type { SignatureRules } from "../../sandbox/verify.ts";
import { proofRun } from "../../selftest/in-memory.ts";

/** What the check says of PATCH where a sandbox is made so. */
async function said(sandbox: Partial<SandboxOptions>) {
  const id = "signature.scheme.patch";
  const result = await proofRun({ sandbox, select: (check) => check.id === id });
  const found = result.checks.find((check) => check.id === id);
  assert.ok(found);
  return found;
}

const verifying = (change: Partial<SignatureRules>): Partial<SandboxOptions> => ({
  faults: [{ signature: (rules) => ({ ...rules, ...change }) }],
});

for (const [description, change] of [
  ["signed over SHA-384", { digest: "sha384" }],
  ["signed with colons between the parts", { covered: (p) => `${p.method}:${p.path}:${p.timestamp}` }],
  ["signed over the path with a slash at its end", { covered: (p) => `${p.method}${p.path}/${p.timestamp}` }],
] as const satisfies readonly (readonly [string, Partial<SignatureRules>])[]) {
  test(`a server that wants a write ${description} contradicts the specification`, async () => {
    const { verdict, message } = await said(verifying(change));
    assert.equal(verdict, "failed");
    assert.ok(message.includes(`the same write ${description} is accepted`), message);
  });
}

for (const [gap, answer, options, description] of [
  ["gap.signature.padding", "pss", {}, "signed with PSS padding is accepted (gap.signature.padding)"],
  [
    "gap.signature.prefix",
    "full",
    { prefix: "/partner" },
    "signed over the path with the prefix of the base URL is accepted (gap.signature.prefix)",
  ],
] as const) {
  test(`a server that answers ${gap} by ${answer} contradicts nothing, and is told how to be asked`, async () => {
    const { verdict, message } = await said({ choices: choose([gap, answer]), ...options });
    assert.equal(verdict, "passed");
    assert.ok(message.includes(description), message);
  });
}
