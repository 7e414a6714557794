/** The server that the client is measured against: constant responses, keep-alive, a separate process. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api, operations } from "../../generated/operations.ts";
import { pageWith, sampleList, sampleWrite } from "../sample-calls.ts";

const tokenPath = operations[api.token].path;
const page = JSON.stringify(pageWith(sampleList().items.slice(0, 10)));
const written = JSON.stringify(sampleWrite().success ?? {});
const token = JSON.stringify({
  access_token: "token",
  token_type: "Bearer",
  expires_in: 3600,
  scope: api.scopes.join(" "),
});

const server = createServer((request, response) => {
  const body = request.url === tokenPath ? token : request.method === "GET" ? page : written;
  request.resume();
  request.on("end", () => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
