import { toHar } from "./har.ts";
import { toHtml } from "./html/page.ts";
import { toJson } from "./json.ts";
import { toJunit } from "./junit.ts";
import { eventsOf, type RunLog, toNdjson } from "./log.ts";
import { toMarkdown } from "./markdown.ts";

/** The report formats, as named on the command line. */
export const formatNames = ["ndjson", "json", "junit", "html", "markdown", "har"] as const;

/** The name of a format. */
export type FormatName = (typeof formatNames)[number];

/** Every format as a function of the log. */
export const formats: Readonly<Record<FormatName, (log: RunLog) => string>> = {
  ndjson: (log) => eventsOf(log).map(toNdjson).join(""),
  json: toJson,
  junit: toJunit,
  html: toHtml,
  markdown: toMarkdown,
  har: toHar,
};
