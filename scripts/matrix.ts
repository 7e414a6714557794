/**
 * `npm run matrix`: runs the suite against every fault and over all pairs of choices, and writes what came
 * of it to conformance/proof/matrix.json. The tests fail when that file is stale.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeMatrix } from "../conformance/proof/matrix.ts";

const file = fileURLToPath(new URL("../conformance/proof/matrix.json", import.meta.url));

const matrix = await makeMatrix((done, all) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} runs`);
});
if (process.stderr.isTTY) process.stderr.write("\n");
writeFileSync(file, `${JSON.stringify(matrix, null, 2)}\n`);
const survived = matrix.faults.filter(({ failed }) => failed.length === 0).map(({ fault }) => fault);
console.log(
  `${matrix.faults.length} faults, ${survived.length} survived; ${matrix.choices.runs} runs over all pairs of choices, ${matrix.choices.failed.length} failures`,
);
if (survived.length > 0 || matrix.choices.failed.length > 0) {
  for (const line of [...survived, ...matrix.choices.failed]) console.error(line);
  process.exitCode = 1;
}
