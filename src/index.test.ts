/** The public names of the package: whoever changes one changes this list, and says so in the changelog. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
      HttpSendOptions ItemAt LimitsPatch LimitsReplacement ListOptions Logger Method Outcome OwnMethods Page PageAt
      PaginatedPath PaginationErrorCode Paginator PaginatorOptions PatchIntent PathOf ReceivedHeaders RequestErrorCode
      ResponseErrorCode RetryOptions Send SendLimits Signer SigningKeyInput StopReason TimeoutOptions TokenStore
      UnsafeNumberMode ValidationMode WireRequest WireResponse WithBigInts WriteReceipt ownMethods`),
  },
  "src/undici.ts": { values: words("undiciSend"), types: words("UndiciDispatcher UndiciSendOptions") },
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

/** What an entry point exports; it does so by name, but for all types of what the API has of its own. */
function exportsOf(file: string): { values: string[]; types: string[] } {
  const source = withoutComments(file);
  const own = [...source.matchAll(/export type \* from "\.\/([^"]+)";/g)].flatMap(([, path]) =>
    typesOf(join(dirname(file), path ?? "")),
  );
  const statement = /export (type )?\{([^}]*)\} from "[^"]+";/g;
  const other = source.replace(statement, "").replace(/export type \* from "[^"]+";/g, "");
  assert.equal(other.trim(), "", `${file} holds more than exports by name`);
  const names = [...source.matchAll(statement)].flatMap(([, type = "", list = ""]) =>
    list.split(",").flatMap((name) => (name.trim() === "" ? [] : [`${type}${name.trim()}`])),
  );
  const types = names.filter((name) => name.startsWith("type ")).map((name) => name.slice("type ".length));
  return {
    values: names.filter((name) => !name.startsWith("type ")).sort(),
    types: [...types, ...own].sort(),
  };
}

const withoutComments = (file: string) =>
  readFileSync(new URL(`../${file}`, import.meta.url), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

/** What is exported of a file by `export type *`: its types, and its values as types. */
function typesOf(file: string): string[] {
  const source = withoutComments(file);
  const named = [...source.matchAll(/export type \{([^}]*)\}/g)].flatMap(([, list = ""]) => list.split(","));
  const declared = [...source.matchAll(/export (?:interface|type|function) (\w+)/g)].map(
    ([, name = ""]) => name,
  );
  return [...named.map((name) => name.trim()), ...declared];
}

for (const [file, names] of Object.entries(publicNames)) {
  test(`${file} exports these names and no others`, () => assert.deepEqual(exportsOf(file), names));
}

test("the values of the client are there when the program runs", async () => {
  assert.deepEqual(Object.keys(await import("./index.ts")).sort(), publicNames["src/index.ts"]?.values);
});
