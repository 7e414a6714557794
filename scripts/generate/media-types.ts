/** Which media type of JSON a response has, where a description tells them apart. */
import { type DescribedOperation, type Document, resolve } from "./document.ts";

const ofJson = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * The media type of each response that is shown with one alone, by its status; empty where all of them are plain JSON,
 * which says no more than that they are JSON. Left out is a response of which something is open.
 */
export function mediaTypesOf(document: Document, { operation }: DescribedOperation): Record<string, string> {
  const all = Object.entries(operation.responses).flatMap(([status, node]) => {
    const { content = {}, "x-unspecified": open = [] } = resolve(document, node);
    const [type = "", other] = Object.keys(content).map((key) => key.toLowerCase().replace(/\s*;.*/, ""));
    return ofJson.test(type) && other === undefined && open.length === 0 ? [[status, type] as const] : [];
  });
  return all.some(([, type]) => type.endsWith("+json")) ? Object.fromEntries(all) : {};
}
