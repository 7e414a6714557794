/** The steps of a history, and a history in words. */
import { api, operations } from "../../../../generated/operations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import type { DefectCheck } from "../../defects.ts";
import type { WriteOperation } from "../write-form.ts";
import { type Content, contents } from "./content.ts";

/** One step. Writes that may be repeated have a name, so that a step can be dropped and the others still hold. */
export type Step =
  /** A new value under a new key; with `bodyOf`, the body of an earlier write under a new key. */
  | {
      readonly kind: "write";
      readonly name: string;
      readonly operation: WriteOperation;
      readonly bodyOf?: string;
      /** What the body holds; a new value of the usual limit unless given. */
      readonly content?: Content;
      /** True for what is sent at the same time as the step before it. */
      readonly isAtOnce?: true;
      /** True where the connection is closed before the response. */
      readonly isLeft?: true;
      /** True where its timestamp is older than that of the write before it, and still young enough. */
      readonly isOlder?: true;
    }
  /** The same write under the same key, as it was or with a defect. */
  | {
      readonly kind: "repeat";
      readonly of: string;
      readonly defect: DefectCheck | null;
      /** As with a write. */
      readonly isAtOnce?: true;
    }
  /** A new value under the key of an earlier write. */
  | { readonly kind: "reuse"; readonly of: string; readonly name: string; readonly operation: WriteOperation }
  /** A new value under a new key, with a defect. */
  | {
      readonly kind: "refused";
      readonly name: string;
      readonly operation: WriteOperation;
      readonly defect: DefectCheck;
      /** As with a write. */
      readonly content?: Content;
      /** As with a write. */
      readonly isAtOnce?: true;
    }
  /** From here on another token. */
  | { readonly kind: "token" }
  /** Some seconds pass. */
  | { readonly kind: "pause" }
  /** Everything is read again, in pages of several sizes. */
  | {
      readonly kind: "look";
      /**
       * True where it is read while the step before is carried out, in pages of a size of its own, and once more
       * afterwards: a careless cache keeps what was there before.
       */
      readonly isAtOnce?: true;
    };

/** A sequence of steps. */
export type History = readonly Step[];

/** It changes nothing of the request. */
export const leaving: Alteration = {
  description: "whose response is not waited for",
  rewrite: (request) => ({ ...request, isLeft: true }),
};

/** Seconds: more than pass between two writes, and far from the age at which a timestamp may be refused. */
const olderSeconds = Math.round(api.timestampWindowSeconds / 5);

/** As of a request that was made earlier, and comes later. */
export const older: Alteration = {
  description: `with a timestamp ${olderSeconds} seconds old`,
  timestamp: (seconds) => String(seconds - olderSeconds),
};

/** Milliseconds that pass in a pause: timestamp and signature of a repetition are then others. */
export const pauseMs = 2500;

/** True for a step whose write, if it has one, holds a new value of the usual limit and nothing else. */
export function isUsual(step: Step): boolean {
  return !("content" in step) || step.content === undefined;
}

/** True for a write with the body of an earlier one. */
export function hasBodyAgain(step: Step): boolean {
  return step.kind === "write" && step.bodyOf !== undefined;
}

/** The name of the earlier write that a step needs; null if it needs none. */
export function neededBy(step: Step): string | null {
  if (step.kind === "write") return step.bodyOf ?? null;
  return step.kind === "repeat" || step.kind === "reuse" ? step.of : null;
}

const atOnce = ({ isAtOnce }: { readonly isAtOnce?: true }) => (isAtOnce === true ? " at the same time" : "");
const contentInWords = (content?: Content) => (content === undefined ? "" : ` with ${contents[content]}`);

/** How a write is sent, unless as usual: `, with a timestamp 60 seconds old`. */
function howInWords({
  isLeft,
  isOlder,
}: Pick<Extract<Step, { kind: "write" }>, "isLeft" | "isOlder">): string {
  const how = [...(isLeft === true ? [leaving] : []), ...(isOlder === true ? [older] : [])];
  return how.map(({ description }) => `, ${description}`).join("");
}

/** A history in words, its writes called A, B, … in their order: `PATCH A; PUT B; A again`. */
export function inWords(history: History): string {
  const names = history.flatMap((step) => ("name" in step ? step.name : []));
  const letter = (name: string) => String.fromCharCode("A".charCodeAt(0) + names.indexOf(name));
  return history.map((step) => stepInWords(step, letter)).join("; ");
}

function stepInWords(step: Step, letter: (name: string) => string): string {
  const method = "operation" in step ? operations[step.operation].method : "";
  const { description = "" } = "defect" in step ? (step.defect?.alterations[0] ?? {}) : {};
  switch (step.kind) {
    case "write":
      return step.bodyOf === undefined
        ? `${method} ${letter(step.name)}${contentInWords(step.content)}${atOnce(step)}${howInWords(step)}`
        : `${method} with the body of ${letter(step.bodyOf)} under a new key`;
    case "repeat":
      return `${letter(step.of)} again${atOnce(step)}${description === "" ? "" : `, ${description}`}`;
    case "reuse":
      return `${method} ${letter(step.name)} under the key of ${letter(step.of)}`;
    case "refused":
      return `${method} ${letter(step.name)}${contentInWords(step.content)} ${description}${atOnce(step)}`;
    case "token":
      return "another token";
    case "pause":
      return `${pauseMs / 1000} seconds`;
    default:
      return `reading all pages${atOnce(step)}`;
  }
}
