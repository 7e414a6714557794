/**
 * The part of types.ts that runs as a process of its own: a bundled description comes in, its types go out.
 *
 * Plain JavaScript, because under a TypeScript loader openapi-typescript and the compiler that it brings along take
 * half as long again to load. Required and not imported: before it runs a script of CommonJS that is imported, Node
 * reads it once more for the names of its exports, which takes longer than all the rest for a script of 9 MB.
 */
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const { default: openapiTS, astToString } = createRequire(import.meta.url)("openapi-typescript");

const types = await openapiTS(await text(process.stdin), {
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
});
process.stdout.write(astToString(types));
