/** The package as it would be published: what is in it, and that it works in an empty folder. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { recordings } from "../conformance/checks/cards/index.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { npm, type Packed, packPackage } from "./runtimes/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly bin: Record<string, string>;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
};
const folder = temporaryFolder();
const project = join(folder, "project");
let packed: Packed;

before(() => {
  mkdirSync(project);
  // Its dependencies come from this checkout, so that no network is needed.
  const dependencies = ["openapi-fetch", "openapi-typescript-helpers"];
  const [own, ...others] = packPackage(
    folder,
    dependencies.map((name) => join(root, "node_modules", name)),
  );
  packed = own;
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  npm(
    project,
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    packed.tarball,
    ...others.map(({ tarball }) => tarball),
  );
});

/** What stands in a bundle: esbuild puts the path of each file before what is left of it. */
function bundledFiles(): string[] {
  const scripts = packed.files.filter((path) => path.startsWith("dist/conformance/") && path.endsWith(".js"));
  return scripts.flatMap((path) =>
    [...textOf(path).matchAll(/^\/\/ (\S+\.[jt]s)$/gm)].map(([, file = ""]) => file),
  );
}

const textOf = (path: string) => readFileSync(join(project, "node_modules/partner-card", path), "utf8");

test("no file of the package is there for tests alone", () => {
  const tests = /\.test\.|testing|proof|selftest|external|nock|node-test|bench/;
  const bundled = bundledFiles();
  assert.ok(bundled.includes("conformance/cli/main.ts"));
  assert.deepEqual(
    [...packed.files, ...bundled].filter((path) => tests.test(path)),
    [],
  );
});

test("every library in a bundle has its licence beside it", () => {
  const libraries = bundledFiles().flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  assert.deepEqual([...new Set(libraries)], ["yaml"]);
  const licence = readFileSync(join(root, "node_modules/yaml/LICENSE"), "utf8");
  assert.ok(textOf("dist/conformance/LICENSES.txt").includes(licence));
});

test("everything that package.json names is in the package, and so are recordings and schema", () => {
  const targets = [manifest.exports, manifest.bin].flatMap((entries) =>
    Object.values(entries).flatMap((target) => (typeof target === "string" ? target : Object.values(target))),
  );
  const wanted = [
    ...targets.map((target) => posix.normalize(target)),
    ...recordings.map(({ name }) => `dist/conformance/${name}.har`),
    "dist/conformance/report/report.schema.json",
    ...["README.md", "LICENSE", "CHANGELOG.md"],
  ];
  assert.deepEqual(
    wanted.filter((path) => !packed.files.includes(path)),
    [],
  );
});

test("every import in the package leads to a file of it, to Node, or to a dependency", () => {
  const lost: string[] = [];
  const known = new Set([
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    ...builtinModules,
  ]);
  for (const path of packed.files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const text = textOf(path).replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, name = ""] of text.matchAll(
      /(?:^(?:import|export) .*\bfrom |^import |\bimport\()"([^"]+)"/gm,
    )) {
      // A declaration names a source or a script, which stands for its declaration.
      const file = path.endsWith(".d.ts") ? name.replace(/(?<!\.d)\.[jt]s$/, ".d.ts") : name;
      const found = file.startsWith(".")
        ? packed.files.includes(posix.join(posix.dirname(path), file))
        : known.has(file.replace(/^node:/, ""));
      if (!found) lost.push(`${path}: ${name}`);
    }
  }
  assert.deepEqual(lost, []);
});

test("no file of the package knows where it was made", () => {
  const files = readdirSync(join(project, "node_modules/partner-card"), {
    recursive: true,
    encoding: "utf8",
  });
  const telling = files.filter((name) => {
    if (!/\.(js|ts|json|har|md)$/.test(name)) return false;
    const text = readFileSync(join(project, "node_modules/partner-card", name), "utf8");
    return text.includes(root) || text.includes(tmpdir() + posix.sep);
  });
  assert.deepEqual(telling, []);
});

test("the command judges its sandbox in an empty folder, and its schema describes the report", () => {
  const args = [
    "--no-install",
    "partner-card",
    "conformance",
    "--quiet",
    "--cases",
    "50",
    "--report",
    "json=report.json",
  ];
  const run = spawnSync("npx", args, { cwd: project, encoding: "utf8", shell: process.platform === "win32" });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  assert.match(run.stdout, /^Conforms \(exit 0\)$/m);
  const report = JSON.parse(readFileSync(join(project, "report.json"), "utf8"));
  assert.ok(report.results.some(({ id }: { id: string }) => id === "exchange.list-cards.200"));
  const schema = join(project, "node_modules/partner-card/dist/conformance/report/report.schema.json");
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
  assert.ok(validate(report), JSON.stringify(validate.errors));
});

test("without undici its entry point can be imported, and the first request says what is missing", () => {
  const missing = `import { createClient } from "partner-card";
import { undiciSend } from "partner-card/undici";
const options = { baseUrl: "http://127.0.0.1:9", clientId: "a", clientSecret: "b", send: undiciSend() };
await createClient(options).cards.list().toArray({ max: 1 }).catch((error) => console.log(error.code, error.message));
`;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", missing], {
    cwd: project,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^invalid-configuration .*npm install undici@7/);
});

const thorough = process.env.REQUIRE_ALL === "1" || process.env.CI === "true";
const why = "installs runtimes from npm; runs with REQUIRE_ALL=1, and by hand as npm run test:runtimes";

test("it works on those of Node 20, 22 and 24 that do not run the other tests", {
  skip: thorough ? false : why,
}, () => {
  const [here] = process.versions.node.split(".");
  const majors = ["20", "22", "24"].filter((major) => major !== here);
  const only = majors.map((major) => `node-${major}`).join();
  const script = join(root, "scripts/runtimes.ts");
  const args = ["--import", "tsx", script, "--only", only, "--package", packed.tarball];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  for (const major of majors)
    assert.match(stdout, new RegExp(`^ok +node-${major} +works on node ${major}\\.`, "m"));
});

const program = `import { createClient, type Card } from "partner-card";
import { checks, conformance, handlerTransport, type RunResult } from "partner-card/conformance";
import { createSandbox, startSandbox } from "partner-card/sandbox";
import schema from "partner-card/report.schema.json" with { type: "json" };
import description from "partner-card/openapi.json" with { type: "json" };

const started = await startSandbox({});
const { baseUrl, clientId, clientSecret, signingKey, target, sandbox } = started;
const client = createClient({ baseUrl, clientId, clientSecret, signingKey });
const cards: Card[] = await client.cards.list().toArray({ max: 100 });
const result: RunResult = await conformance({
  target,
  transport: handlerTransport(sandbox.fetch),
  select: (check) => check.id.startsWith("list."),
});
await started.close();
const kinds: string[] = [typeof createSandbox, typeof schema, typeof description];
console.log(cards.length, result.end.exitCode, checks.length > 100, kinds.join());
`;

/** Compiles the program in the project, with the compiler of this checkout. */
function compile(options: object): { status: number | null; stdout: string } {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: "ES2022",
    module: "NodeNext",
    resolveJsonModule: true,
    ...options,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  return spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], {
    encoding: "utf8",
  });
}

test("without the types of Node the program compiles where declarations of libraries are not checked", () => {
  writeFileSync(join(project, "use.ts"), program);
  // Where they are not checked, nothing is told but what is wrong in the program itself.
  const { status, stdout } = compile({ lib: ["ES2023", "DOM"], skipLibCheck: false, noEmit: true });
  assert.notEqual(status, 0);
  const wrong = stdout.split("\n").filter((line) => /\berror TS/.test(line));
  assert.deepEqual(
    wrong.filter((line) => !line.includes("node_modules/")),
    [],
  );
  assert.match(stdout, /Cannot find module 'node:crypto'/);
});

test("client, suite and sandbox are there with strict types, and run", () => {
  symlinkSync(join(root, "node_modules/@types"), join(project, "node_modules/@types"), "junction");
  writeFileSync(join(project, "use.ts"), program);
  const compiled = compile({ lib: ["ES2023"], types: ["node"], skipLibCheck: false });
  assert.equal(compiled.status, 0, compiled.stdout);
  const run = spawnSync(process.execPath, ["--no-warnings", "use.js"], { cwd: project, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stdout, "32 0 true object,object,object\n".replace("object", "function"));
});
