/** Broken clients: ours with one step swapped, each with the rule that finds it. */

import { brokenAtEdges } from "./broken-at-edges.ts";
import { brokenClaims } from "./broken-claims.ts";
import { brokenElsewhere } from "./broken-elsewhere.ts";
import { brokenInHalves } from "./broken-in-halves.ts";
import { brokenInTurn } from "./broken-in-turn.ts";
import { brokenReaders } from "./broken-readers.ts";
import { brokenSigners } from "./broken-signers.ts";
import { brokenTokens } from "./broken-tokens.ts";
import { brokenWriters } from "./broken-writers.ts";
import type { Broken } from "./ours.ts";

/** All of them. */
export const brokenClients: readonly Broken[] = [
  ...brokenTokens,
  ...brokenReaders,
  ...brokenWriters,
  ...brokenClaims,
  ...brokenSigners,
  ...brokenInTurn,
  ...brokenAtEdges,
  ...brokenInHalves,
  ...brokenElsewhere,
];
