/** Copies of the repository that have the Locker API, which knows no cards. */
import { readFileSync } from "node:fs";
import { type Copy, isTest } from "../copy.ts";
import { changedCopy } from "../judge.ts";
import { knowsCards, standIns } from "./stand-ins.ts";

/** Puts the description and the requirements of the Locker API in the place of those of the Partner Card API. */
export function describeLockers(copy: Copy): void {
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  copy.write("openapi/partner-card.yaml", text("openapi.yaml"));
  copy.write("openapi/requirements.yaml", text("requirements.yaml"));
}

/** A copy for the tests of a file that has the Locker API, where others stand in for the files that know cards. */
export function lockerCopy(): Copy {
  return changedCopy(
    (copy) => {
      for (const [file, text] of Object.entries(standIns)) copy.write(file, text);
      describeLockers(copy);
    },
    (path) => isTest(path) || knowsCards(path),
  );
}
