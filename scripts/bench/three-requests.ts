/** Three list requests, for each of the tools that others test an API with. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleList } from "../kit/sample-calls.ts";
import type { Contestant } from "./rounds.ts";

/** Names of the packages that have to be installed; that of respect is a dependency of ours. */
export const testPeers = ["dredd", "newman"] as const;

/** A program to run, and where. */
export interface Program extends Pick<Contestant, "name" | "part"> {
  readonly command: readonly string[];
  readonly cwd: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const numbers = [1, 2, 3];

/**
 * Writes the files of each tool.
 *
 * @param folder - The folder of the peers.
 * @param baseUrl - The server.
 * @param token - A token of it.
 */
export function threeRequests(folder: string, baseUrl: string, token: string): Program[] {
  const { path, operation } = sampleList();
  const write = (name: string, content: object | string) => {
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    return name;
  };
  const header = { in: "header", name: "Authorization", value: `Bearer ${token}` };
  const document = (names: readonly string[]) => ({
    openapi: "3.0.3",
    info: { title: "List", version: "1" },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(
      names.map((suffix, index) => [
        `${path}${suffix}`,
        { get: { operationId: `list${index}`, responses: { 200: { description: "A page." } } } },
      ]),
    ),
  });
  write("openapi.json", document([""]));
  const arazzo = write("list.arazzo.json", {
    arazzo: "1.0.1",
    info: { title: "List", version: "1" },
    sourceDescriptions: [{ name: "api", url: "openapi.json", type: "openapi" }],
    workflows: [
      {
        workflowId: operation.id,
        steps: numbers.map((n) => ({
          stepId: `list${n}`,
          operationId: "list0",
          parameters: [header],
          successCriteria: [{ condition: "$statusCode == 200" }],
        })),
      },
    ],
  });
  // Dredd makes one request for each operation, so the same list has three of them.
  const described = write("dredd.json", document(["", "?page=2", "?page=3"]));
  const collection = write("collection.json", {
    info: { name: "List", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: numbers.map((n) => ({
      name: `list ${n}`,
      request: { method: "GET", url: baseUrl + path, header: [{ key: header.name, value: header.value }] },
      event: [
        { listen: "test", script: { exec: ['pm.test("200", () => pm.response.to.have.status(200));'] } },
      ],
    })),
  });
  const installed = (name: string) => join(folder, "node_modules", ".bin", name);
  const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
  return [
    {
      part: "limit",
      name: "Redocly respect",
      command: [process.execPath, redocly, "respect", arazzo],
      cwd: folder,
    },
    { part: "peer", name: "newman", command: [installed("newman"), "run", collection], cwd: folder },
    {
      part: "peer",
      name: "Dredd",
      command: [installed("dredd"), described, baseUrl, "--header", `${header.name}: ${header.value}`],
      cwd: folder,
    },
  ];
}
