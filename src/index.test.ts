/** The public names of the package: whoever changes one changes this list, and says so in the changelog. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const words = (text: string) => text.trim().split(/\s+/);

/** By entry point of the package: its values, and its types. */
const publicNames: Readonly<Record<string, { readonly values: string[]; readonly types: string[] }>> = {
  "src/index.ts": {
    values: words(`
      ConnectionError PaginationError PartnerCardError RequestError ResponseError channelName
      createClient fetchSend httpSend importSigningKey isPartnerCardError mergePatch rsaSigner`),
    types: words(`
      AnyPartnerCardError CallByPath CallOptions CallPromise CallResult Cancel Card CardList Cards
      Client ClientEvents ClientOptions ConnectionErrorCode Deps ErrorCode EventName FetchLike
      HttpSendOptions ItemAt LimitsPatch LimitsReplacement ListOptions Logger Method Outcome Page PageAt
      PaginatedPath PaginationErrorCode Paginator PaginatorOptions PatchIntent PathOf RequestErrorCode
      ResponseErrorCode RetryOptions Send SendLimits Signer SigningKeyInput StopReason TimeoutOptions TokenStore
      UnsafeNumberMode ValidationMode WireRequest WireResponse WithBigInts WriteReceipt`),
  },
  "conformance/index.ts": {
    values: words(`
      RunEnded checks conformance createHttpTransport formats handlerTransport parseBaseUrl parseLog
      runDefaults selector`),
    types: words(`
      BodyEvidence Check CheckEvent EndEvent ExchangeEvent ExchangeLimits FormatName HeaderList
      HttpTransport Outcome RunEvent RunLog RunLogEvent RunOptions RunResult Selection Summary Target
      Transport TransportFailure Verdict WireRequest WireResponse`),
  },
  "conformance/sandbox/index.ts": {
    values: words(`
      choose createClock createSandbox defaultChoices faultNamed faults parseChoice questions serve
      serveSandbox startSandbox`),
    types: words(`
      Choices Fault HandledRequest Sandbox SandboxOptions ServeOptions Served ServedSandbox StartOptions
      StartedSandbox TurnableClock`),
  },
};

/** What an entry point exports; it may do so by name only. */
function exportsOf(file: string): { values: string[]; types: string[] } {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8").replace(
    /\/\*[\s\S]*?\*\//g,
    "",
  );
  const statement = /export (type )?\{([^}]*)\} from "[^"]+";/g;
  assert.equal(source.replace(statement, "").trim(), "", `${file} holds more than exports by name`);
  const names = [...source.matchAll(statement)].flatMap(([, type = "", list = ""]) =>
    list.split(",").flatMap((name) => (name.trim() === "" ? [] : [`${type}${name.trim()}`])),
  );
  const types = names.filter((name) => name.startsWith("type ")).map((name) => name.slice("type ".length));
  return { values: names.filter((name) => !name.startsWith("type ")).sort(), types: types.sort() };
}

for (const [file, names] of Object.entries(publicNames)) {
  test(`${file} exports these names and no others`, () => assert.deepEqual(exportsOf(file), names));
}

test("the values of the client are there when the program runs", async () => {
  assert.deepEqual(Object.keys(await import("./index.ts")).sort(), publicNames["src/index.ts"]?.values);
});
