/**
 * `npm run build`: the package in dist/, one file for each source, declarations included; with
 * `-- --out FOLDER` in another folder.
 *
 * The YAML parser of the command is put into dist/vendor: the package's only dependency is the client's.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(parseArgs({ options: { out: { type: "string" } } }).values.out ?? join(root, "dist"));

for (const folder of ["src", "conformance", "generated", "vendor"]) {
  rmSync(join(dist, folder), { recursive: true, force: true });
}
execFileSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json"), "--outDir", dist],
  {
    stdio: "inherit",
  },
);
for (const name of ["validators.js", "validators.d.ts"]) copyTo("generated", name);
for (const name of readdirSync(join(root, "conformance/checks/recordings"))) {
  if (name.endsWith(".har")) copyTo("conformance/checks/recordings", name);
}
copyTo("conformance/report", "report.schema.json");

await build({
  entryPoints: [join(root, "node_modules/yaml/dist/index.js")],
  bundle: true,
  format: "esm",
  platform: "node",
  // Bundled CommonJS asks for node's own modules by require, which an ES module has to make for itself.
  banner: {
    js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  outfile: join(dist, "vendor/yaml.js"),
  logLevel: "warning",
});
copyFileSync(join(root, "node_modules/yaml/LICENSE"), join(dist, "vendor/yaml.LICENSE"));

for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  const path = join(dist, name);
  if (name.startsWith("vendor")) continue;
  if (name.endsWith(".d.ts"))
    rewrite(path, (text) => text.replace(/(from "\.[^"]+|import\("\.[^"]+)\.ts"/g, '$1.js"'));
  if (name.endsWith(".js")) {
    rewrite(path, (text) => {
      const vendor = relative(dirname(path), join(dist, "vendor/yaml.js")).replaceAll("\\", "/");
      return text.replace(
        /^import (.*) from "yaml";$/m,
        `import * as yaml from "${vendor}";\nconst $1 = yaml.default;`,
      );
    });
  }
}
chmodSync(join(dist, "conformance/cli.js"), 0o755);

function copyTo(folder: string, name: string): void {
  mkdirSync(join(dist, folder), { recursive: true });
  copyFileSync(join(root, folder, name), join(dist, folder, name));
}

function rewrite(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
}
