import { type Operation, operations } from "../../generated/operations.ts";
import type { Described, DescribedOperation } from "./described.ts";

/** A code sample of one operation, in the form that Redoc reads. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Values of the description's examples, ready to stand in a request. */
interface Request {
  readonly operation: Operation;
  /** Path with the example of each path parameter in its place. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query parameters that have a default, with it. */
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: unknown;
}

/**
 * How each operation is called with curl and with the client. Made from the description alone, so that a new
 * operation has its samples as soon as it is described.
 *
 * @returns operationId to samples.
 */
export function codeSamples(described: Described): ReadonlyMap<string, readonly Sample[]> {
  return new Map(
    described.operations.map((operation) => {
      const request = exampleRequest(operation);
      return [
        operation.id,
        [
          { lang: "sh", label: "curl", source: curl(request) },
          { lang: "ts", label: "TypeScript", source: typescript(request) },
        ],
      ];
    }),
  );
}

function exampleRequest({ id, parameters, example }: DescribedOperation): Request {
  const operation = (operations as Readonly<Record<string, Operation>>)[id];
  if (operation === undefined)
    throw new Error(`${id} is not in generated/operations.ts; run npm run generate`);
  const pathParameters: Record<string, string> = {};
  const query: Record<string, string | number> = {};
  for (const parameter of parameters) {
    if (parameter.in === "path") pathParameters[parameter.name] = String(parameter.example ?? parameter.name);
    if (parameter.in === "query" && parameter.default !== undefined)
      query[parameter.name] = parameter.default;
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? name);
  return { operation, path, pathParameters, query, body: example };
}

function curl({ operation, path, query, body }: Request): string {
  const { method, signed, idempotent, scopes, mediaType } = operation;
  const before: string[] = [];
  const options: string[] = [];
  if (scopes !== null) options.push('--header "Authorization: Bearer $TOKEN"');
  if (idempotent !== null) {
    before.push("# A retry of the same write takes the same key.", "KEY=$(openssl rand -hex 16)");
    options.push(`--header "${idempotent}: $KEY"`);
  }
  if (signed !== null) {
    before.push(
      "TIMESTAMP=$(date +%s)",
      `SIGNATURE=$(printf %s "${method}${path}$TIMESTAMP" |`,
      '  openssl dgst -sha256 -sign "$PARTNER_CARD_SIGNING_KEY" | openssl base64 -A)',
    );
    options.push(`--header "${signed.timestamp}: $TIMESTAMP"`, `--header "${signed.signature}: $SIGNATURE"`);
  }
  if (mediaType === "application/x-www-form-urlencoded") {
    for (const [name, value] of Object.entries(body as Record<string, string>)) {
      options.push(`--data-urlencode "${name}=${credentials[name]?.shell ?? value}"`);
    }
  } else if (mediaType !== null) {
    options.push(`--header "Content-Type: ${mediaType}"`, `--data '${JSON.stringify(body)}'`);
  }
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const url = `"$PARTNER_CARD_BASE_URL${path}${search.size === 0 ? "" : `?${search}`}"`;
  const request = method === "GET" || method === "POST" ? "" : `--request ${method} `;
  return [...before, [`curl --fail-with-body ${request}${url}`, ...options].join(" \\\n  ")].join("\n");
}

function typescript(request: Request): string {
  if (request.operation.scopes === null) return plainFetch(request);
  const { method, path, paginated } = request.operation;
  const params = {
    ...(Object.keys(request.pathParameters).length === 0 ? {} : { path: request.pathParameters }),
    ...(Object.keys(request.query).length === 0 ? {} : { query: request.query }),
  };
  const init = {
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const args = [JSON.stringify(path), ...(Object.keys(init).length === 0 ? [] : [literal(init)])].join(", ");
  const call =
    paginated === null
      ? `const { data } = await client.${method}(${args});\nconsole.log(data);`
      : `for await (const item of client.paginate(${args})) {\n  console.log(item);\n}`;
  return `${newClient(request.operation)}\n${call}`;
}

function newClient({ signed }: Operation): string {
  return `import { readFileSync } from "node:fs";
import { createClient } from "partner-card";

const { env } = process;
const client = createClient({
  baseUrl: env.PARTNER_CARD_BASE_URL ?? "",
  clientId: env.PARTNER_CARD_CLIENT_ID ?? "",
  clientSecret: env.PARTNER_CARD_CLIENT_SECRET ?? "",
  signingKey: readFileSync(env.PARTNER_CARD_SIGNING_KEY ?? "", "utf8"),
});
`.replace(signed === null ? /import \{ readFileSync.*\n| {2}signingKey.*\n/g : /(?!)/, "");
}

/** The client has no method for an operation without a token, because it calls it by itself. */
function plainFetch({ operation: { method }, path, body }: Request): string {
  const fields = Object.entries((body ?? {}) as Record<string, string>).map(
    ([name, value]) => `    ${name}: ${credentials[name]?.typescript ?? JSON.stringify(value)},`,
  );
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

/** Where a sample takes the values that are the reader's own. */
const credentials: Readonly<Record<string, { shell: string; typescript: string }>> = {
  client_id: { shell: "$PARTNER_CARD_CLIENT_ID", typescript: 'env.PARTNER_CARD_CLIENT_ID ?? ""' },
  client_secret: { shell: "$PARTNER_CARD_CLIENT_SECRET", typescript: 'env.PARTNER_CARD_CLIENT_SECRET ?? ""' },
};

/** JSON as one would write it in TypeScript: names without quotes, spaces inside braces. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => [
    /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name),
    item,
  ]) as [string, unknown][];
  const line = `{ ${entries.map(([name, item]) => `${name}: ${literal(item)}`).join(", ")} }`;
  if (indent.length + line.length <= 60) return line;
  const deeper = `${indent}  `;
  return `{\n${entries.map(([name, item]) => `${deeper}${name}: ${literal(item, deeper)},`).join("\n")}\n${indent}}`;
}
