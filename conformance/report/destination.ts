import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nearest } from "../base/nearest.ts";
import { assertReplaceable } from "../base/replace-file.ts";
import { UsageError } from "../base/usage-error.ts";
import { type FormatName, formatNames } from "./formats.ts";

/** Where one report goes. */
export interface Destination {
  readonly format: FormatName;
  /** As given, for messages; `-` is standard output. */
  readonly file: string;
  /**
   * `stdout`; `replace` for a file, which is written beside its destination and then moved, so that nobody
   * reads half a report; `direct` for what cannot be replaced, such as a pipe or /dev/null.
   */
  readonly way: "stdout" | "replace" | "direct";
  /** Absolute, with symbolic links resolved; empty for standard output. */
  readonly path: string;
}

const usage = `--report takes FORMAT=FILE with one of the formats ${formatNames.join(", ")}; the file - is standard output`;

/**
 * Reads `FORMAT=FILE` specifications and makes sure that each file can be written.
 *
 * @throws UsageError that names the flag, what is allowed and the nearest spelling.
 */
export function parseDestinations(specs: readonly string[]): Destination[] {
  const destinations = specs.map(parseDestination);
  for (const [index, { format, file, way, path }] of destinations.entries()) {
    const other = destinations.slice(0, index).find((earlier) => earlier.path === path);
    if (other !== undefined && way !== "direct") {
      const where = way === "stdout" ? "standard output" : file;
      throw new UsageError(`--report: ${other.format} and ${format} can't both go to ${where}`);
    }
  }
  return destinations;
}

function parseDestination(spec: string): Destination {
  const [, name = "", file = ""] = /^([^=]*)=?(.*)$/s.exec(spec) ?? [];
  const format = formatNames.find((known) => known === name.trim());
  if (format === undefined) {
    const near = nearest(name.trim(), formatNames);
    const hint = near === null ? "" : `, did you mean ${near}?`;
    throw new UsageError(`--report ${spec}: there is no format "${name.trim()}"${hint} ${usage}`);
  }
  if (file === "") {
    throw new UsageError(
      `--report ${spec}: the file is missing, for example ${format}=report.${format}. ${usage}`,
    );
  }
  if (file === "-") return { format, file, way: "stdout", path: "" };
  try {
    return { format, file, ...probe(resolve(file)) };
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const known: Readonly<Record<string, string>> = {
      ENOENT: `the folder ${dirname(file)} does not exist`,
      ENOTDIR: `the folder ${dirname(file)} does not exist`,
      EISDIR: `${file} is a folder, not a file`,
      EACCES: `no permission to write ${file}`,
    };
    throw new UsageError(`--report ${spec}: ${known[code] ?? `${file} can't be written: ${message}`}`, {
      cause: error,
    });
  }
}

function probe(path: string): Pick<Destination, "way" | "path"> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  if (stats !== undefined && !stats.isFile()) {
    accessSync(path, constants.W_OK);
    return { way: "direct", path };
  }
  const target = stats === undefined ? path : realpathSync(path);
  assertReplaceable(target);
  return { way: "replace", path: target };
}
