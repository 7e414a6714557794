/** The proof by sample: faulty servers that nobody has listed. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { classes, type Mutant, mutantNamed } from "../../conformance/selftest/sample/draw.ts";
import {
  figuresFile,
  figuresOf,
  parseFigures,
  type SampleFigures,
  withSample,
} from "../../conformance/selftest/sample/figures.ts";
import { type DrawnSo, judge, judgeClean } from "../../conformance/selftest/sample/judge.ts";
import { pool } from "../../conformance/selftest/sample/pool.ts";
import { type Share, sampleClass, sizesOf, witnessed } from "../../conformance/selftest/sample/sample.ts";
import { share } from "../../conformance/selftest/sample/wilson.ts";
import { idsWith } from "../../conformance/selftest/verdicts.ts";
import { progress } from "./progress.ts";

/**
 * Judges a sample and prints what was found, by class.
 *
 * @param isKept - True to write the figures to {@link figuresFile}.
 * @returns The exit code: 1 where a fault without conditions is missed, or the conforming server accused.
 */
export async function proveSample(
  size: number,
  seed: string,
  drawn: DrawnSo | undefined,
  isKept: boolean,
): Promise<number> {
  const accused = idsWith(await judgeClean(), "failed");
  const counter = progress(size);
  const judgeOne = (mutant: Mutant) => judge(mutant, drawn);
  const shares: Share[] = [];
  for (const group of classes) {
    shares.push(await sampleClass(seed, group, sizesOf(size).get(group) ?? 0, pool, judgeOne, counter.step));
  }
  counter.end();
  console.log(`${size} faulty servers of seed ${seed}: found, with the 95 % interval of the share`);
  for (const one of shares) console.log(lineOf(one.group, one));
  console.log(lineOf("all", total(shares)));
  for (const [reason, count] of total(shares).dropped) console.log(`dropped ${count}: ${reason}`);
  for (const mutant of total(shares).missed) console.error(`missed: ${wordsOf(mutant)}\n  ${again(mutant)}`);
  const draws = drawn === undefined ? "default" : "thorough";
  if (isKept) keep(figuresOf({ draws, size, seed }, shares));
  for (const id of accused) console.error(`a server without faults is accused by ${id}`);
  return accused.length > 0 || shares.some(({ group, missed }) => group === "plain" && missed.length > 0)
    ? 1
    : 0;
}

function keep(sample: SampleFigures): void {
  const before = existsSync(figuresFile) ? parseFigures(readFileSync(figuresFile, "utf8")) : [];
  writeFileSync(figuresFile, `${JSON.stringify(withSample(before, sample), null, 2)}\n`);
}

/**
 * Judges one faulty server and prints what the suite says of it.
 *
 * @returns The exit code: 1 where it is not found.
 * @throws RangeError for a fault or a condition that there is not.
 */
export async function proveOne(name: string, drawn: DrawnSo | undefined): Promise<number> {
  const mutant = mutantNamed(name, pool);
  const witness = await witnessed(mutant);
  console.log(wordsOf(mutant));
  console.log(
    "probe" in witness
      ? `shown by ${witness.probe.operation}: ${witness.probe.name}`
      : `dropped from a sample: ${witness.reason}`,
  );
  const { failed, isNamed } = await judge(mutant, drawn);
  console.log(failed.length === 0 ? "not found" : `found by ${failed.join(", ")}`);
  if (failed.length > 0 && !isNamed) console.log(`none of them is about ${mutant.candidate.breaks}`);
  return failed.length === 0 ? 1 : 0;
}

function total(shares: readonly Share[]): Omit<Share, "group"> {
  const sum = (count: (one: Share) => number) => shares.reduce((all, one) => all + count(one), 0);
  const dropped = new Map<string, number>();
  for (const [reason, count] of shares.flatMap((one) => [...one.dropped])) {
    dropped.set(reason, (dropped.get(reason) ?? 0) + count);
  }
  return {
    drawn: sum(({ drawn }) => drawn),
    found: sum(({ found }) => found),
    named: sum(({ named }) => named),
    dropped,
    missed: shares.flatMap(({ missed }) => missed),
  };
}

function lineOf(name: string, { found, drawn, named, dropped }: Omit<Share, "group">): string {
  const left = [...dropped.values()].reduce((sum, count) => sum + count, 0);
  return `${name.padEnd(16)}${share(found, drawn)}; ${named} by a check of the rule; ${left} dropped`;
}

function wordsOf({ name, candidate, circumstances }: Mutant): string {
  return `${name} (${[candidate.summary, ...circumstances.map(({ words }) => words)].join(" ")})`;
}

function again({ name }: Mutant): string {
  return `npm run proof -- --only '${name}'`;
}
