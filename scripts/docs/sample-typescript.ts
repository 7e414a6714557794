import { inspect } from "node:util";
import { api, type Operation } from "../../generated/operations.ts";
import { ownFields, type SampleRequest } from "./sample-request.ts";

/** The request in TypeScript, using the client if it is not the token request. */
export function typescriptSample(request: SampleRequest): string {
  const { operation, pathParameters, query, body } = request;
  if (operation.id === api.token) return plainFetch(request);
  const params = withoutEmpty({ path: pathParameters, query });
  const init = withoutEmpty({ params, body: body ?? {} });
  const args = [operation.path, ...Object.values(withoutEmpty({ init }))].map(literal);
  const call =
    operation.paginated === null
      ? `const { data } = await client.${operation.method}(${args.join(", ")});\nconsole.log(data);`
      : `for await (const item of client.paginate(${args.join(", ")})) {\n  console.log(item);\n}`;
  return `${newClient(operation)}\n\n${call}`;
}

function newClient({ signed }: Operation): string {
  return [
    ...(signed === null ? [] : ['import { readFileSync } from "node:fs";']),
    'import { createClient } from "partner-card";',
    "",
    "const { env } = process;",
    "const client = createClient({",
    '  baseUrl: env.PARTNER_CARD_BASE_URL ?? "",',
    '  clientId: env.PARTNER_CARD_CLIENT_ID ?? "",',
    '  clientSecret: env.PARTNER_CARD_CLIENT_SECRET ?? "",',
    ...(signed === null ? [] : ['  signingKey: readFileSync(env.PARTNER_CARD_SIGNING_KEY ?? "", "utf8"),']),
    "});",
  ].join("\n");
}

/** The client makes the token request internally. */
function plainFetch({ operation: { method }, path, body }: SampleRequest): string {
  const fields = Object.entries((body ?? {}) as Record<string, string>).map(([name, value]) => {
    const own = ownFields[name];
    return `    ${name}: ${own === undefined ? JSON.stringify(value) : `env.${own} ?? ""`},`;
  });
  return `// The client requests and renews its tokens by itself. This is what it does.
const { env } = process;
const response = await fetch(\`\${env.PARTNER_CARD_BASE_URL}${path}\`, {
  method: "${method}",
  body: new URLSearchParams({
${fields.join("\n")}
  }),
});
console.log(response.status, await response.json());`;
}

function withoutEmpty(parts: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}

/** A value as a TypeScript literal: on one line if it fits, with double quotes. */
function literal(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 60 }).replace(/'([^'"\\\n]*)'/g, '"$1"');
}
