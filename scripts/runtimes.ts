/**
 * `npm run test:runtimes`: packs the package, installs the tarball into an empty project, and uses it there
 * with types on every runtime that it is made for. Checks the tarball with publint and attw.
 *
 *     npm run test:runtimes                                everything
 *     npm run test:runtimes -- --only node-20,node-22      some of it
 *     npm run test:runtimes -- --list
 *
 * Runtimes and tools come from npm, in fixed versions, into a folder that is removed afterwards.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { npm, packPackage } from "./runtimes/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One thing to try: packages that are needed, and the command that is run in the project. */
interface Trial {
  readonly name: string;
  readonly packages: readonly string[];
  /** Program and arguments; a program of a package stands in the tools' .bin. */
  readonly command: readonly [program: string, ...args: string[]];
}

const nodeBinary = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function node(version: string): Trial {
  const name = `node-${version.split(".")[0]}`;
  return { name, packages: [`${nodeBinary}@${version}`], command: ["node", "out/use.js"] };
}

function typescript(version: string): Trial {
  const name = `typescript-${version.split(".")[0]}`;
  return { name, packages: [`typescript@${version}`], command: ["tsc", "--noEmit", "-p", "."] };
}

const trials: readonly Trial[] = [
  typescript("5.9.3"),
  typescript("6.0.3"),
  typescript("7.0.2"),
  ...["20.20.2", "22.23.3", "24.21.0", "26.10.0"].map(node),
  { name: "bun", packages: ["bun@1.4.5"], command: ["bun", "run", "use.ts"] },
  { name: "deno", packages: ["deno@2.9.6"], command: ["deno", "run", "--check", "--allow-all", "use.ts"] },
  { name: "publint", packages: ["publint@0.3.25"], command: ["publint", "--strict", "package.tgz"] },
  {
    name: "attw",
    packages: ["@arethetypeswrong/cli@0.18.5"],
    command: [
      "attw",
      "package.tgz",
      "--profile",
      "esm-only",
      "--format",
      "ascii",
      "--no-emoji",
      "--no-color",
      "--quiet",
    ],
  },
];

/** An empty project with the package, the program that uses it, and that program compiled. */
function makeProject(folder: string): void {
  mkdirSync(folder);
  const { name, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  renameSync(packPackage(folder).tarball, join(folder, "package.tgz"));
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
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  const compilerOptions = {
    ...strict,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023"],
    types: ["node"],
    outDir: "out",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    stdio: "inherit",
  });
}

/** Runs one trial. @returns What it printed last, or throws with all that it printed. */
function run(trial: Trial, tools: string, project: string): string {
  const home = join(tools, trial.name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"private":true}');
  npm(home, "install", ...trial.packages);
  const [program, ...args] = trial.command;
  const bin = join(home, "node_modules/.bin", program);
  const output = execFileSync(bin, args, {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 180_000,
  });
  return output.trim().split("\n").at(-1) || "no findings";
}

function main(): number {
  const { values } = parseArgs({ options: { only: { type: "string" }, list: { type: "boolean" } } });
  const names = trials.map(({ name }) => name);
  const wanted = values.only?.split(",") ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (values.list || unknown.length > 0) {
    for (const name of unknown) console.error(`There is no ${name}. There are: ${names.join(", ")}`);
    if (values.list) console.log(names.join("\n"));
    return unknown.length > 0 ? 2 : 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "partner-card-runtimes-"));
  let failures = 0;
  try {
    const project = join(folder, "project");
    makeProject(project);
    for (const trial of trials.filter(({ name }) => wanted.includes(name))) {
      try {
        console.log(`ok      ${trial.name.padEnd(14)}${run(trial, join(folder, "tools"), project)}`);
      } catch (error) {
        failures += 1;
        const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
        console.log(`failed  ${trial.name.padEnd(14)}${message.split("\n")[0]}\n${stdout}${stderr}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = main();
