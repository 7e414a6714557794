/** The first line of every generated module. */
export const banner = "// Written by `npm run generate` from openapi/. Do not edit.\n";
