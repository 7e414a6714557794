/**
 * The part of types.ts that runs as a process of its own: a bundled description comes in, its types go out.
 *
 * Plain JavaScript, because under a TypeScript loader openapi-typescript and the compiler that it brings along take
 * half as long again to load.
 */
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const types = await openapiTS(await text(process.stdin), {
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
});
process.stdout.write(astToString(types));
