import openapiTS, { astToString } from "openapi-typescript";
import { banner } from "./banner.ts";
import type { Document, Parameter } from "./document.ts";

/**
 * TypeScript types of the description, by openapi-typescript.
 *
 * The idempotency key is optional for callers: the client makes one where none is given. That is the
 * one place where the types say less than the description.
 */
export async function typesModule(document: Document): Promise<string> {
  const relaxed = structuredClone(document) as Document & {
    components: { parameters?: Record<string, Parameter> };
  };
  const parameters = [
    ...Object.values(relaxed.components.parameters ?? {}),
    ...Object.values(relaxed.paths).flatMap((item) => [
      ...(item.parameters ?? []),
      ...Object.values(item).flatMap((operation) =>
        operation !== undefined && "parameters" in operation ? (operation.parameters ?? []) : [],
      ),
    ]),
  ];
  for (const parameter of parameters) {
    if (parameter.in === "header" && parameter.name === "Idempotency-Key") parameter.required = false;
  }
  const ast = await openapiTS(JSON.stringify(relaxed), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return banner + astToString(ast);
}
