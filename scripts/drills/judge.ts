/** Runs the suite of a copy, as a program, against an independent server. */
import { generateKeyPairSync } from "node:crypto";
import type { TestContext } from "node:test";
import type { CheckEvent, RunLogEvent } from "../../conformance/base/events.ts";
import type { Copy, Ended } from "./copy.ts";
import { type Broken, type Fixed, type Route, serveIndependently } from "./independent-server.ts";

/** A finished run of the suite. */
export interface Judged extends Ended {
  readonly checks: readonly CheckEvent[];
  /** Ids of the checks with the verdict `failed`. */
  readonly failed: readonly string[];
  /** Why it is incomplete, one line each. */
  readonly incomplete: readonly string[];
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const [clientId, clientSecret] = ["drill-partner", "a-secret-that-is-made-up-for-a-drill"];

/** Judges an independent server, writes allowed. */
export async function judgeIndependent(
  t: TestContext,
  copy: Copy,
  fixed: Fixed,
  routes: readonly Route[],
  broken: Broken = {},
  ...flags: readonly string[]
): Promise<Judged> {
  const baseUrl = await serveIndependently(t, fixed, routes, { clientId, clientSecret, publicKey }, broken);
  copy.write("drill.pem", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  const { env } = process;
  env.PARTNER_CARD_CLIENT_SECRET = clientSecret;
  try {
    return await judged(
      copy,
      ...["--base-url", baseUrl, "--client-id", clientId, "--signing-key", "drill.pem", "--allow-writes"],
      ...flags,
    );
  } finally {
    delete env.PARTNER_CARD_CLIENT_SECRET;
  }
}

/** Judges the copy's own sandbox. */
export function judgeSandbox(copy: Copy, ...flags: readonly string[]): Promise<Judged> {
  return judged(copy, ...flags);
}

async function judged(copy: Copy, ...flags: readonly string[]): Promise<Judged> {
  const log = "drill.ndjson";
  const ended = await copy.run(
    "conformance/cli.ts",
    "conformance",
    // What is drawn takes most of the time, and shows nothing of a change of the description.
    ...["--cases", "0", "--report", `ndjson=${log}`],
    ...flags,
  );
  const events = copy
    .read(log)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunLogEvent);
  const checks = events.filter((one): one is CheckEvent => one.event === "check");
  const end = events.at(-1);
  return {
    ...ended,
    checks,
    failed: checks.filter(({ verdict }) => verdict === "failed").map(({ id }) => id),
    incomplete: end?.event === "end" ? end.incomplete : ["the run was cut short"],
  };
}
