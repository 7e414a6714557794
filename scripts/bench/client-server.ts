/** The server that the client is measured against: constant responses, keep-alive, a separate process. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constantResponses } from "./responses.ts";

const { bodyFor } = constantResponses();

const server = createServer((request, response) => {
  const body = bodyFor(request.method ?? "", request.url ?? "");
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
