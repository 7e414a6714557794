/** What the server of the second API serves: the method, the path, and the name by which flaws are called. */
export const routes: readonly (readonly [method: string, path: RegExp, name: string])[] = [
  ["GET", /^\/v1\/card$/, "card"],
  ["GET", /^\/v1\/owner$/, "holders"],
  ["GET", /^\/v1\/owner\/(\w+)$/, "holder"],
  ["GET", /^\/v1\/freeze$/, "blocks"],
  ["GET", /^\/v1\/rate$/, "rate"],
  ["GET", /^\/v1\/card\/(\w+)\/payment$/, "payments"],
  ["GET", /^\/v1\/note$/, "notes"],
  ["POST", /^\/v1\/note$/, "note"],
  ["GET", /^\/v1\/note\/(\w+)$/, "note"],
  ["PUT", /^\/v1\/note\/(\w+)$/, "note"],
  ["DELETE", /^\/v1\/note\/(\w+)$/, "note"],
  ["PATCH", /^\/v1\/owner\/(\w+)\/contact$/, "contact"],
  ["POST", /^\/v1\/card\/(\w+)\/freeze$/, "block"],
];
