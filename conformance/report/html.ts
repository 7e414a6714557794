import type { RunLog } from "./log.ts";
import { renderReport } from "./terminal.ts";
import { xml } from "./xml.ts";

/** The report as one HTML file. */
export function toHtml(log: RunLog): string {
  return `<!doctype html><html lang="en"><title>Report</title><pre>${xml(renderReport(log, { color: false, width: 100 }))}</pre></html>`;
}
