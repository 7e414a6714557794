/** The proof of the judge of clients: every broken client is found, no lawful one is accused. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { makeClientMatrix, wrongIn } from "../../conformance/selftest/cards/index.ts";

const file = fileURLToPath(new URL("../../conformance/selftest/cards/clients/matrix.json", import.meta.url));

/** Runs it, writes the matrix where the API has clients to judge, and prints the result; returns the exit code. */
export async function proveClients(): Promise<number> {
  const matrix = await makeClientMatrix();
  if (existsSync(dirname(file))) writeFileSync(file, `${JSON.stringify(matrix, null, 2)}\n`);
  const wrong = wrongIn(matrix);
  console.log(`${matrix.broken.length} broken clients, ${matrix.lawful.length} lawful ones`);
  console.log(`${matrix.weather.length} kinds of weather under which a server is judged`);
  console.log(`${Object.keys(matrix.reached).length} rules for clients, ${wrong.length} things wrong`);
  for (const line of wrong) console.error(line);
  return wrong.length > 0 ? 1 : 0;
}
