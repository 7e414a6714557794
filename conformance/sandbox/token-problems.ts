/** Describes what is wrong with a refused token request. */
import { api, type Operation, operations } from "../../generated/operations.ts";
import { didYouMean, nearest } from "../base/nearest.ts";
import { quoted } from "./refuse.ts";
import type { SandboxRequest } from "./request.ts";

const { mediaType, bodyFields: fields }: Operation = operations[api.token];
const scopes: readonly string[] = api.scopes;
const asForm = `send the fields as a form, with the Content-Type ${mediaType}`;
const inJson = `The token request is in JSON; ${asForm}.`;

/** Why the content of a token request cannot be read. */
export function contentProblem({ headers, body }: SandboxRequest): string {
  const type = headers.get("content-type") ?? "";
  if (/json/i.test(type) || looksLikeJson(body)) return inJson;
  const problem = type === "" ? "has no Content-Type" : "is no form by its Content-Type";
  return `The token request ${problem}; ${asForm}.`;
}

/** Why a field is missing from the form of a token request, or null if it is present. */
export function fieldProblem(
  { headers, body, query }: SandboxRequest,
  sent: ReadonlyMap<string, string>,
  name: string,
): string | null {
  if ((sent.get(name) ?? "") !== "") return null;
  if (looksLikeJson(body)) return inJson;
  if (name.startsWith("client_") && /^Basic /i.test(headers.get("authorization") ?? "")) {
    return "The client credentials are in an Authorization header (HTTP Basic), which is not read; send client_id and client_secret as fields of the form.";
  }
  if (query.has(name)) return `${name} is in the query of the URL; send it as a field of the form.`;
  const meant = [...sent.keys()].find((key) => !fields.includes(key) && nearest(key, fields) === name);
  return meant === undefined
    ? `${name} is missing; it is a required field of the form.`
    : `There is no field ${quoted(meant)}; did you mean ${name}?`;
}

/** Why no token is issued for these scopes. */
export function scopeProblem(scope: string): string {
  const request = `request "${scopes.join(" ")}"`;
  const wanted = scope.split(" ").filter((one) => one !== "");
  const unknown = wanted.find((one) => !scopes.includes(one));
  if (unknown === undefined) {
    const lacking = scopes.filter((one) => !wanted.includes(one));
    return `The scope lacks ${lacking.join(", ")}; ${request}.`;
  }
  if (unknown.split(/[,;+|\s]+/).some((one) => scopes.includes(one))) {
    return `The scopes have to be separated by spaces; ${request}.`;
  }
  return `There is no scope ${quoted(unknown)}; ${didYouMean(unknown, scopes, `${request}.`)}`;
}

function looksLikeJson(body: string): boolean {
  return /^\s*\{\s*"/.test(body);
}
