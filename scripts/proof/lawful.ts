/** The proof of innocence: conforming servers that nobody has listed. */
import { variations } from "../../conformance/selftest/cards/index.ts";
import { accusations, drawLawful } from "../../conformance/selftest/sample/lawful.ts";
import { share } from "../../conformance/selftest/sample/wilson.ts";
import { progress } from "./progress.ts";

/**
 * Judges a sample of conforming servers and prints those that are accused.
 *
 * @returns The exit code: 1 where one is.
 */
export async function proveLawful(size: number, seed: string): Promise<number> {
  const counter = progress(size);
  const accused: string[] = [];
  for (let number = 0; number < size; number += 1) {
    const server = drawLawful(seed, number, variations);
    const failed = await accusations(server);
    if (failed.length > 0) {
      const again = `npm run proof -- --only 'lawful ${number}' --seed ${seed}`;
      accused.push(`accused by ${failed.join(", ")}: ${server.parts.join(" × ")}\n  ${again}`);
    }
    counter.step();
  }
  counter.end();
  console.log(`${size} conforming servers of seed ${seed}: accused ${share(accused.length, size)}`);
  for (const line of accused) console.error(line);
  return accused.length > 0 ? 1 : 0;
}

/**
 * Judges one conforming server of a sample.
 *
 * @returns The exit code: 1 where it is accused.
 */
export async function proveOneLawful(number: number, seed: string): Promise<number> {
  const server = drawLawful(seed, number, variations);
  for (const part of server.parts) console.log(part);
  const failed = await accusations(server);
  console.log(failed.length === 0 ? "not accused" : `accused by ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}
