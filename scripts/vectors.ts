/**
 * `npm run vectors`: signs the signature vectors anew, after a path, the version prefix or the window has changed.
 * What a vector says about itself stays; only its signature and the server's clock follow.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { remade } from "../conformance/vectors/make.ts";
import { loadVectors, vectorsFile } from "../conformance/vectors/vectors.ts";
import { runIfStarted } from "./kit/program.ts";

function main(): void {
  const keys = loadVectors();
  const before = readFileSync(vectorsFile, "utf8");
  // The text is edited rather than written anew, so that the file keeps its form.
  const after = keys.vectors.reduce((text, vector) => {
    const { id, serverTime, request } = remade(vector, keys);
    return text
      .replaceAll(`"${vector.request.signature}"`, `"${request.signature}"`)
      .replace(new RegExp(`("id": "${id}",[^]*?"serverTime": )\\d+`), `$1${serverTime}`);
  }, before);
  if (after !== before) writeFileSync(vectorsFile, after);
  console.log(after === before ? "The vectors are as they have to be." : "The vectors are signed anew.");
}

await runIfStarted(import.meta.url, main);
