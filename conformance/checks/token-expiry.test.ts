import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject } from "../base/shape.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";

const more = 900;

for (const odd of [0, 1])
  test(`tokens that live longer in turn, and say so, end when they say (${odd})`, async () => {
    const isLonger = (count: number) => count % 2 === odd;
    const issuedToken: Seams["issuedToken"] = (token, { count }) =>
      isLonger(count) ? { ...token, expiresAt: token.expiresAt + more * 1000 } : token;
    const reply: Seams["reply"] = (sent, { count }) =>
      isObject(sent.body) && "expires_in" in sent.body && isLonger(count)
        ? { ...sent, body: { ...sent.body, expires_in: Number(sent.body.expires_in) + more } }
        : sent;
    const select = ({ id }: { readonly id: string }) => id === "token.dies" || id === "token.lives";
    const result = await proofRun({ select, sandbox: { faults: [{ issuedToken, reply }] } });
    assert.deepEqual(idsWith(result, "failed"), []);
    assert.ok(idsWith(result, "passed").includes("token.dies"));
  });
