/** The server that the client is measured against: constant responses, keep-alive, a separate process. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api, operations } from "../../generated/operations.ts";

const tokenPath = operations.requestToken.path;

const limits = { daily: 5000, monthly: 40000, atm: 0, approvalBased: null };
const cards = Array.from({ length: 10 }, (_, n) => ({
  id: `CRD${1001 + n}`,
  last4: "4242",
  nickname: "Office supplies",
  cardHolder: { id: "USR501", fullName: "Maria Keller" },
  limits,
  availableBalance: 12750,
}));
const page = JSON.stringify({ cards });
const token = JSON.stringify({
  access_token: "token",
  token_type: "Bearer",
  expires_in: 3600,
  scope: api.scopes.join(" "),
});

const server = createServer((request, response) => {
  const body = request.url === tokenPath ? token : request.method === "GET" ? page : JSON.stringify(limits);
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
