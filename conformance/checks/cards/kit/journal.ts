/**
 * The journal of a run that writes: the original limits of cards, on disk before the first write, so that
 * even a run that was killed leaves behind what is needed to restore them. It contains no secret.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseExact } from "../../../base/exact-json.ts";
import { asItCame } from "../../../base/json-text.ts";
import { assertReplaceable, isTemporary, replaceFile } from "../../../base/replace-file.ts";
import { messageOf } from "../../../base/run-ended.ts";
import { isObject } from "../../../base/shape.ts";
import { UsageError } from "../../../base/usage-error.ts";
import { writeWay } from "../../../wire/way.ts";
import type { Journal as AnyJournal, JournalFile } from "../../kit/keeper.ts";
import { isWriteOperation, type PutBodyName, putBodyNames, type WriteForm } from "../write-form.ts";

/** A card that was written to, in its original state. */
export interface JournalCard {
  readonly id: string;
  /** The documented limits, as they were read. */
  readonly limits: Readonly<Record<string, unknown>>;
  /** Page size with which the list was read; null if none was sent. */
  readonly pageSize: number | null;
}

/** What a run that changes limits leaves behind until it has restored everything. */
export interface Journal extends AnyJournal {
  readonly cards: readonly JournalCard[];
  /** Forms in which the server has accepted writes, the latest first. */
  readonly forms: readonly WriteForm[];
}

/** Where the journal is kept unless --journal names another file. */
export const defaultJournal = ".partner-card/journal.json";

/** The journal in this file, which need not exist. */
export function journalFile(file: string = defaultJournal): JournalFile<Journal> {
  const path = resolve(file);
  const folder = dirname(path);
  let isOurs = false;
  // One level only: `recursive` loops forever in a file system that cannot create folders (/proc).
  const makeFolder = () => {
    if (!existsSync(folder)) mkdirSync(folder);
  };
  const removeFolder = () => {
    try {
      // Only the folder that was created for it, and only when nothing else is in it.
      if (file === defaultJournal) rmdirSync(folder);
    } catch {
      // Other files are in it.
    }
  };
  return {
    path,
    prepare: () => {
      try {
        makeFolder();
        assertReplaceable(path);
        removeFolder();
      } catch (error) {
        throw new UsageError(
          `the journal ${file} can't be written: ${messageOf(error)}; --journal FILE names another place`,
        );
      }
    },
    read: () => {
      let text: string;
      try {
        text = readFileSync(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw new UsageError(`the journal ${file} can't be read: ${(error as Error).message}`);
      }
      const journal = parseJournal(text);
      if (journal === null) {
        throw new UsageError(`${file} is not a journal of this program; look at it, then move it away`);
      }
      return journal;
    },
    save: (journal) => {
      if (!isOurs && existsSync(path)) throw new Error("another run has written it in the meantime");
      makeFolder();
      const forms = journal.forms.map(({ operation, way, body }) => ({
        operation,
        way: way?.id ?? null,
        body,
      }));
      replaceFile(path, `${asItCame({ ...journal, forms })}\n`, 0o600);
      isOurs = true;
    },
    remove: () => {
      rmSync(path, { force: true });
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        // What a run was about to write when it was killed.
        if (isTemporary(name, path)) rmSync(join(folder, name), { force: true });
      }
      removeFolder();
    },
  };
}

function parseJournal(text: string): Journal | null {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    return null;
  }
  if (!isObject(value) || value.format !== 1 || !isObject(value.target)) return null;
  const { target, cards, forms } = value;
  const { baseUrl, clientId, signaturePath } = target;
  if (typeof baseUrl !== "string" || typeof clientId !== "string") return null;
  if (typeof value.startedAt !== "string" || typeof value.process !== "number") return null;
  if (!Array.isArray(cards) || !Array.isArray(forms)) return null;
  const known = cards.flatMap(readCard);
  // If only half of the cards were restored, it would look as if all were.
  if (known.length < cards.length) return null;
  return {
    format: 1,
    startedAt: value.startedAt,
    process: value.process,
    target: { baseUrl, clientId, signaturePath: signaturePath === "full" ? "full" : "api" },
    cards: known,
    forms: forms.flatMap(readForm),
  };
}

function readCard(card: unknown): JournalCard[] {
  if (!isObject(card) || typeof card.id !== "string" || !isObject(card.limits)) return [];
  const pageSize = typeof card.pageSize === "number" ? card.pageSize : null;
  return [{ id: card.id, limits: card.limits, pageSize }];
}

function readForm(form: unknown): WriteForm[] {
  if (!isObject(form) || !isWriteOperation(form.operation)) return [];
  const way = writeWay(typeof form.way === "string" ? form.way : null);
  const body = putBodyNames.find((name): name is PutBodyName => name === form.body) ?? "limits";
  return [{ operation: form.operation, way, body }];
}

/** What a journal is about, for messages: "limits of CRD1001, CRD1002". */
export function keptIn({ cards }: Pick<Journal, "cards">): string {
  return `limits of ${cards.map(({ id }) => id).join(", ")}`;
}
