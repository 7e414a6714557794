/** The headers that a request of an operation needs, beside those that client and suite set for any of them. */
import { type DescribedOperation, type Document, type PlacedParameter, resolve } from "./document.ts";

/** Headers that are no parameters, whatever stands in the description (OpenAPI, Parameter Object). */
const noParameters = ["accept", "content-type", "authorization"];

/** Headers that have a meaning for what the server has sent before: no value of them can be made (RFC 9110, sections 13.1 and 14.2). */
const conditional = "if-match if-none-match if-modified-since if-unmodified-since if-range range".split(" ");

/** Types of which a parameter is written in one of several styles (OpenAPI, Style Values). */
const styled = ["array", "object"];

/** Every header that an operation requires and that nobody sets anyway. */
export function requiredHeadersOf(
  document: Document,
  { parameters }: Pick<DescribedOperation, "parameters">,
): readonly PlacedParameter[] {
  const schemes = Object.values(document.components.securitySchemes ?? {});
  const set = [...noParameters, ...schemes.map(({ name }) => name)];
  const isSet = (name: string) => set.some((one) => one?.toLowerCase() === name.toLowerCase());
  return parameters.filter((one) => {
    const isKey = one["x-lifetime-seconds"] !== undefined;
    return one.in === "header" && one.required === true && !isKey && !isSet(one.name);
  });
}

/** Those of them of which a value can be made and sent with each request. */
export function neededHeadersOf(
  document: Document,
  one: Pick<DescribedOperation, "parameters">,
): readonly PlacedParameter[] {
  return requiredHeadersOf(document, one).filter(({ name, schema = {} }) => {
    const types = [resolve(document, schema).type ?? []].flat();
    return !conditional.includes(name.toLowerCase()) && !types.some((type) => styled.includes(type));
  });
}
