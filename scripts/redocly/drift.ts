import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HarEntry, harOf } from "../../conformance/base/har.ts";
import { recordedBaseUrl } from "../../conformance/checks/recordings/bind.ts";
import { api } from "../../generated/operations.ts";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";
import { redocly } from "./run.ts";

/** A difference between traffic and description found by Redocly. */
export interface Finding {
  /** Index of the first exchange with it. */
  readonly exchange: number;
  /** Number of exchanges with it. */
  readonly occurrences: number;
  readonly rule: string;
  readonly message: string;
}

/** Redocly's report on traffic. */
export interface Drift {
  readonly findings: readonly Finding[];
  /** Number of exchanges that belong to an operation of the description. */
  readonly documented: number;
  /** Parts of the description that no exchange used, for example `parameter cursor`. */
  readonly unused: readonly string[];
}

// They are security schemes here, which Redocly reports as undocumented headers.
const signedHeaders = [api.headers.signature, api.headers.timestamp];

/** A second opinion on recorded exchanges: how they differ from the description according to Redocly. */
export function driftOf(entries: readonly HarEntry[], description: string): Drift {
  return inTemporaryFolder((folder) => {
    const traffic = join(folder, "traffic.har");
    const coverage = join(folder, "coverage.json");
    writeFileSync(traffic, JSON.stringify(harOf("0", "recorded exchanges", entries)));
    const options = ["--server", recordedBaseUrl, "--ignore-headers", signedHeaders.join()];
    const output = ["--format", "json", "--coverage-output", coverage];
    const run = redocly(["drift", traffic, "--api", description, ...options, ...output]);
    return { ...read(run.stdout, run.stderr), unused: unusedParts(readFileSync(coverage, "utf8")) };
  });
}

function read(stdout: string, stderr: string): Omit<Drift, "unused"> {
  // Its exit code tells whether there are findings, not whether it could run.
  if (!stdout.startsWith("{")) throw new Error(`redocly drift gave no report: ${stderr}`);
  const { run, problems } = JSON.parse(stdout) as {
    run: { documentedExchanges: number };
    problems: {
      exchangeIndex: number;
      occurrences: number;
      ruleId: string;
      message: string;
      details?: { summary?: string };
    }[];
  };
  return {
    documented: run.documentedExchanges,
    findings: problems.map(({ exchangeIndex, occurrences, ruleId, message, details }) => ({
      exchange: exchangeIndex,
      occurrences,
      rule: ruleId,
      message: details?.summary ?? message,
    })),
  };
}

function unusedParts(coverage: string): string[] {
  const { operations: all } = JSON.parse(coverage) as {
    operations: { operationId: string; missing: { kind: string; name?: string }[] }[];
  };
  return all.flatMap(({ operationId, missing }) =>
    missing.map(({ kind, name = "" }) => `${operationId} ${kind} ${name}`.trim()),
  );
}
