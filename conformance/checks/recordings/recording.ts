/** A recorded exchange: what it stands for, and how it is read. */
import { readFileSync } from "node:fs";
import type { OperationId } from "../../../generated/operations.ts";
import { type HarEntry, readHar } from "../../base/har.ts";
import type { Alteration } from "../../wire/alteration.ts";
import type { Call } from "../../wire/request.ts";
import type { TokenRequestAlteration } from "../../wire/tokens.ts";
import type { Check } from "../kit/check.ts";
import type { Item } from "../kit/walk.ts";

/** A recorded exchange and what it stands for. */
export interface Recording {
  /** Name of the file without its extension, and of the check after "exchange.". */
  readonly name: string;
  /** The folder of the file. */
  readonly folder: URL;
  readonly operation: OperationId;
  /** The documented status, as in the description. */
  readonly status: "200" | "2XX" | "401" | "4XX";
  readonly title: string;
  readonly requirements: Check["requirements"];
  /** What is wrong in a request that should be refused, and the recording of that request without it. */
  readonly refused?: {
    readonly alteration: Alteration & TokenRequestAlteration;
    readonly control: Recording;
  };
  /**
   * Arguments with which it is recorded anew; none for a token request.
   *
   * @param items - Those of the first page of the main list.
   * @param cursor - The cursor of that page, "" if it has none.
   */
  readonly argumentsOf?: (items: readonly Item[], cursor: string) => Omit<Call, "operation">;
}

/**
 * Reads a recording from its file.
 *
 * @throws the read error, or UsageError if the file is not a HAR.
 */
export function readRecording({ name, folder }: Pick<Recording, "name" | "folder">): HarEntry {
  const file = new URL(`${name}.har`, folder);
  const [entry] = readHar(readFileSync(file, "utf8"), file.pathname);
  return entry as HarEntry;
}
