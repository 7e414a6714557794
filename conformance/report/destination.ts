import { accessSync, closeSync, constants, openSync, realpathSync, statSync, unlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nearest } from "../base/nearest.ts";
import { temporaryBeside } from "../base/replace-file.ts";
import { UsageError } from "../base/usage-error.ts";
import { type FormatName, formatNames } from "./formats.ts";

/** A report that can't be written as asked. */
export class ReportOptionError extends UsageError {
  override readonly name = "ReportOptionError";
  readonly code = "report-option";
}

/** Where one report goes. */
export interface Destination {
  readonly format: FormatName;
  /** As given, for messages; `-` is standard output. */
  readonly file: string;
  /**
   * `stdout`; `replace` for a file, which is written beside its place and then moved there, so that nobody
   * reads half a report; `direct` for what can't be replaced, such as a pipe or /dev/null.
   */
  readonly way: "stdout" | "replace" | "direct";
  /** Absolute, with symbolic links resolved; empty for standard output. */
  readonly path: string;
}

const usage = `--report takes FORMAT=FILE with one of the formats ${formatNames.join(", ")}; the file - is standard output`;

/**
 * Reads `FORMAT=FILE` specifications and makes sure that each file can be written.
 *
 * @throws ReportOptionError naming the flag, what is allowed and the nearest spelling.
 */
export function parseDestinations(specs: readonly string[]): Destination[] {
  const destinations = specs.map(parseDestination);
  const seen = new Map<string, Destination>();
  for (const destination of destinations) {
    const other = seen.get(destination.path);
    if (other !== undefined && destination.way !== "direct") {
      const where = destination.file === "-" ? "standard output" : destination.file;
      throw new ReportOptionError(
        `--report: ${other.format} and ${destination.format} can't both go to ${where}`,
      );
    }
    seen.set(destination.path, destination);
  }
  return destinations;
}

function parseDestination(spec: string): Destination {
  const equals = spec.indexOf("=");
  const name = (equals < 0 ? spec : spec.slice(0, equals)).trim();
  const format = formatNames.find((known) => known === name);
  if (format === undefined) {
    const near = nearest(name, formatNames);
    throw new ReportOptionError(
      `--report ${spec}: there is no format "${name}"${near === null ? "" : `, did you mean ${near}?`} ${usage}`,
    );
  }
  const file = equals < 0 ? "" : spec.slice(equals + 1);
  if (file === "") {
    throw new ReportOptionError(
      `--report ${spec}: the file is missing, for example ${format}=${example(format)}. ${usage}`,
    );
  }
  if (file === "-") return { format, file, way: "stdout", path: "" };
  try {
    return { format, file, ...probe(resolve(file)) };
  } catch (error) {
    throw new ReportOptionError(`--report ${spec}: ${reason(error as NodeJS.ErrnoException, file)}`, {
      cause: error,
    });
  }
}

function example(format: FormatName): string {
  const endings = { ndjson: "ndjson", json: "json", junit: "xml", html: "html", markdown: "md", har: "har" };
  return `report.${endings[format]}`;
}

/** Tries what will be done at the end, since permissions alone don't tell whether a disk takes a file. */
function probe(path: string): Pick<Destination, "way" | "path"> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    tryCreate(path);
    return { way: "replace", path };
  }
  if (stats.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  accessSync(path, constants.W_OK);
  if (!stats.isFile()) return { way: "direct", path };
  const target = realpathSync(path);
  tryCreate(target);
  return { way: "replace", path: target };
}

function tryCreate(path: string): void {
  const temporary = temporaryBeside(path);
  closeSync(openSync(temporary, "w"));
  unlinkSync(temporary);
}

function reason(error: NodeJS.ErrnoException, file: string): string {
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return `the folder ${dirname(file)} does not exist`;
    case "EISDIR":
      return `${file} is a folder, not a file`;
    case "EACCES":
    case "EPERM":
      return `no permission to write ${file}`;
    case "EROFS":
      return `${file} is on a file system that is read-only`;
    default:
      return `${file} can't be written: ${error.message}`;
  }
}
