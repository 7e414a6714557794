import openapiTS, { astToString } from "openapi-typescript";
import { banner } from "./banner.ts";
import type { Document } from "./document.ts";

/**
 * TypeScript types of the description, by openapi-typescript.
 *
 * The idempotency key is optional for callers: the client makes one where none is given. That is the
 * one place where the types say less than the description.
 */
export async function typesModule(document: Document): Promise<string> {
  const relaxed = structuredClone(document);
  for (const parameter of Object.values(relaxed.components.parameters ?? {})) {
    if (parameter["x-lifetime-seconds"] !== undefined) parameter.required = false;
  }
  const ast = await openapiTS(JSON.stringify(relaxed), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return banner + astToString(ast);
}
