/**
 * `npm run build`: the package in dist/; with `-- --out FOLDER` in another folder.
 *
 * The client is one file and what it loads when it is used; to find and read a file for each source takes
 * half as long as Node's own start. Command, suite and sandbox are bundled with their libraries, so that the
 * package's only dependency is that of the client. The TypeScript compiler writes all declarations, and nothing else.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BuildOptions, build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(parseArgs({ options: { out: { type: "string" } } }).values.out ?? join(root, "dist"));
const suite = join(dist, "conformance");

for (const folder of ["src", "conformance", "generated"]) {
  rmSync(join(dist, folder), { recursive: true, force: true });
}
const compiler = join(root, "node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", dist], {
  stdio: "inherit",
});

const modules = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  // Not "node": for that platform, yaml has a CommonJS build, which cannot be tree-shaken.
  platform: "neutral",
  external: ["node:*", "openapi-fetch", "undici"],
  metafile: true,
  logLevel: "warning",
} satisfies BuildOptions & { readonly metafile: true };
await build({
  ...modules,
  entryPoints: { index: "src/index.ts", undici: "src/undici.ts" },
  outdir: join(dist, "src"),
});
const { metafile } = await build({
  ...modules,
  entryPoints: {
    command: "conformance/cli/process.ts",
    index: "conformance/index.ts",
    "sandbox/index": "conformance/sandbox/index.ts",
  },
  outdir: suite,
});
// A script: Node starts those without its loader of modules, which alone would take 7 % of a start.
await build({
  absWorkingDir: root,
  entryPoints: ["conformance/cli.ts"],
  outfile: join(suite, "cli.cjs"),
  bundle: true,
  format: "cjs",
  target: "node20",
  platform: "node",
  define: { "import.meta.url": "here" },
  banner: { js: 'const here = require("node:url").pathToFileURL(__filename);' },
  plugins: [
    {
      name: "the command is loaded when it runs",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/process\.ts$/ }, () => ({ path: "./command.js", external: true })),
    },
  ],
  logLevel: "warning",
});
writeFileSync(join(suite, "LICENSES.txt"), licences(Object.keys(metafile.inputs)));

/** Files read at run time: from beside the bundle, or by a user from their path in the sources. */
const recordings = "conformance/checks/cards/recordings";
for (const name of readdirSync(join(root, recordings)).filter((one) => one.endsWith(".har"))) {
  cpSync(join(root, recordings, name), join(suite, name));
}
for (const path of ["conformance/report/report.schema.json", "generated/validators.d.ts"]) {
  cpSync(join(root, path), join(dist, path));
}
chmodSync(join(suite, "cli.cjs"), 0o755);

/** The licences of the packages that bundled files come from; throws if one has none. */
function licences(files: readonly string[]): string {
  const packages = new Set(
    files.flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...packages]
    .map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
      return `${name} ${version}\n\n${readFileSync(join(root, path, "LICENSE"), "utf8")}`;
    })
    .join("\n\n");
}
