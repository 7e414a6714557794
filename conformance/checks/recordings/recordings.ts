/** Which exchanges are recorded: one for every operation and documented status. */
import { readFileSync } from "node:fs";
import type { OperationId } from "../../../generated/operations.ts";
import type { RequirementId } from "../../../generated/requirements.ts";
import type { Har, HarEntry } from "./har.ts";

/** A recorded exchange and what it stands for. */
export interface Recording {
  /** Name of the file without its ending, and of the check after "exchange.". */
  readonly name: string;
  readonly operation: OperationId;
  /** The documented status, as in the description. */
  readonly status: "200" | "2XX" | "401" | "4XX";
  readonly title: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** Name of the recording of the same request without its defect, for a refusal. */
  readonly control?: string;
}

/** Every recording; the files stand beside this one. */
export const recordings: readonly Recording[] = [
  {
    name: "request-token.200",
    operation: "requestToken",
    status: "200",
    title: "a recorded token request gives a token",
    requirements: ["token.request"],
  },
  {
    name: "request-token.4xx",
    operation: "requestToken",
    status: "4XX",
    title: "a recorded token request with a wrong secret is refused",
    requirements: ["token.form.client-secret"],
    control: "request-token.200",
  },
  {
    name: "list-cards.200",
    operation: "listCards",
    status: "200",
    title: "a recorded first page is answered with a card list",
    requirements: ["list.request"],
  },
  {
    name: "list-cards.200-next",
    operation: "listCards",
    status: "200",
    title: "a recorded second page is answered with a card list",
    requirements: ["list.cursor"],
  },
  {
    name: "list-cards.401",
    operation: "listCards",
    status: "401",
    title: "a recorded list request with an invalid token gets the documented 401",
    requirements: ["error.401.status", "error.401.body"],
    control: "list-cards.200",
  },
  {
    name: "list-cards.4xx",
    operation: "listCards",
    status: "4XX",
    title: "a recorded list request without a token is refused",
    requirements: ["service.oauth"],
    control: "list-cards.200",
  },
  {
    name: "update-card-limits.2xx",
    operation: "updateCardLimits",
    status: "2XX",
    title: "a recorded PATCH is accepted",
    requirements: ["patch.headers", "patch.daily"],
  },
  {
    name: "update-card-limits.401",
    operation: "updateCardLimits",
    status: "401",
    title: "a recorded PATCH with an invalid token gets the documented 401",
    requirements: ["error.401.status", "error.401.body"],
    control: "update-card-limits.2xx",
  },
  {
    name: "update-card-limits.4xx",
    operation: "updateCardLimits",
    status: "4XX",
    title: "a recorded PATCH without a signature is refused",
    requirements: ["auth.signature.required"],
    control: "update-card-limits.2xx",
  },
  {
    name: "replace-card-limits.2xx",
    operation: "replaceCardLimits",
    status: "2XX",
    title: "a recorded PUT is accepted",
    requirements: ["put.headers"],
  },
  {
    name: "replace-card-limits.401",
    operation: "replaceCardLimits",
    status: "401",
    title: "a recorded PUT with an invalid token gets the documented 401",
    requirements: ["error.401.status", "error.401.body"],
    control: "replace-card-limits.2xx",
  },
  {
    name: "replace-card-limits.4xx",
    operation: "replaceCardLimits",
    status: "4XX",
    title: "a recorded PUT without a signature is refused",
    requirements: ["auth.signature.required"],
    control: "replace-card-limits.2xx",
  },
];

/** The id of the check that replays a recording; it is the purpose of the request. */
export function recordingCheckId({ name }: Recording): string {
  return `exchange.${name}`;
}

/** The recording with this name. */
export function recordingNamed(name: string): Recording {
  const found = recordings.find((recording) => recording.name === name);
  if (found === undefined) throw new RangeError(`there is no recording ${name}`);
  return found;
}

/**
 * Reads a recording from its file.
 *
 * @throws the read error, or RangeError when the file holds no entry.
 */
export function readRecording(name: string): HarEntry {
  const har = JSON.parse(readFileSync(new URL(`./${name}.har`, import.meta.url), "utf8")) as Har;
  const [entry] = har.log.entries;
  if (entry === undefined) throw new RangeError(`${name}.har holds no exchange`);
  return entry;
}
