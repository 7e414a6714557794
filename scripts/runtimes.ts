/**
 * `npm run test:runtimes`: packs the package, installs the tarball into an empty project, and uses it there
 * with types on every supported runtime. Checks the tarball with publint and attw.
 *
 *     npm run test:runtimes                                everything
 *     npm run test:runtimes -- --only node-20,node-22      some of it
 *     npm run test:runtimes -- --package partner-card.tgz  with what was packed before
 *     npm run test:runtimes -- --list
 *
 * Runtimes and tools are installed from npm, in fixed versions, into a folder that is removed afterwards.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runIfStarted } from "./kit/program.ts";
import { inTemporaryFolder } from "./kit/temporary-folder.ts";
import { makeCase } from "./runtimes/case.ts";
import { npm, packPackage } from "./runtimes/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const nodeBinary = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const attw = "attw package.tgz --profile esm-only --format ascii --no-emoji --no-color --quiet";

/** What to try: the package that provides the program, and the command to run in the project. */
const trials: Readonly<Record<string, readonly [packageName: string, command: string]>> = {
  "typescript-5": ["typescript@5.9.3", "tsc --noEmit -p ."],
  "typescript-6": ["typescript@6.0.3", "tsc --noEmit -p ."],
  "typescript-7": ["typescript@7.0.2", "tsc --noEmit -p ."],
  "node-20": [`${nodeBinary}@20.20.2`, "node out/use.js"],
  "node-22": [`${nodeBinary}@22.23.3`, "node out/use.js"],
  "node-24": [`${nodeBinary}@24.21.0`, "node out/use.js"],
  "node-26": [`${nodeBinary}@26.10.0`, "node out/use.js"],
  bun: ["bun@1.4.5", "bun run use.ts"],
  deno: ["deno@2.9.6", "deno run --check --allow-all use.ts"],
  publint: ["publint@0.3.25", "publint --strict package.tgz"],
  attw: ["@arethetypeswrong/cli@0.18.5", attw],
};

/** An empty project with the package, packed now or before, the program that uses it, and that program compiled. */
function makeProject(folder: string, tarball?: string): void {
  mkdirSync(folder);
  const { name, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  copyFileSync(tarball ?? packPackage(join(folder, ".."))[0].tarball, join(folder, "package.tgz"));
  const types = devDependencies["@types/node"];
  const manifest = {
    private: true,
    type: "module",
    dependencies: { [name]: "file:package.tgz", "@types/node": types },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  npm(folder, "install");
  const program = readFileSync(join(root, "scripts/runtimes/use.ts"), "utf8");
  writeFileSync(join(folder, "use.ts"), program.replace("../../src/index.ts", name));
  writeFileSync(join(folder, "case.json"), JSON.stringify(makeCase()));
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023"],
    types: ["node"],
    outDir: "out",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
}

/** Runs one trial. @returns The last line it printed; throws with its whole output. */
function run(name: string, tools: string, project: string): string {
  const [packageName, command] = trials[name] ?? ["", ""];
  const home = join(tools, name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"private":true}');
  npm(home, "install", packageName);
  const [program = "", ...args] = command.split(" ");
  const output = execFileSync(join(home, "node_modules/.bin", program), args, {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 180_000,
  });
  return output.trim().split("\n").at(-1) || "no findings";
}

function main(): number {
  const options = {
    only: { type: "string" },
    package: { type: "string" },
    list: { type: "boolean" },
  } as const;
  const { values } = parseArgs({ options });
  const names = Object.keys(trials);
  const wanted = values.only?.split(",") ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  for (const name of unknown) console.error(`There is no ${name}. There are: ${names.join(", ")}`);
  if (values.list) console.log(names.join("\n"));
  if (values.list || unknown.length > 0) return unknown.length > 0 ? 2 : 0;
  const missing = values.package !== undefined && !existsSync(values.package);
  if (missing) console.error(`${values.package} is not there; npm pack makes it`);
  if (missing) return 2;
  return inTemporaryFolder((folder) => {
    const project = join(folder, "project");
    makeProject(project, values.package);
    let failures = 0;
    for (const name of wanted) {
      try {
        console.log(`ok      ${name.padEnd(14)}${run(name, join(folder, "tools"), project)}`);
      } catch (error) {
        failures += 1;
        const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
        console.log(`failed  ${name.padEnd(14)}${message.split("\n")[0]}\n${stdout}${stderr}`);
      }
    }
    return failures === 0 ? 0 : 1;
  });
}

await runIfStarted(import.meta.url, main);
