import assert from "node:assert/strict";
import { test } from "node:test";
import type { Matrix } from "../../conformance/selftest/matrix.ts";
import { clientRequirements, requirements } from "../../generated/requirements.ts";
import { builtSite } from "./built-site-testing.ts";
import { clientsProof } from "./clients-proof.ts";
import { coverage, readClientMatrix, readMatrix } from "./coverage.ts";
import { home, navigation, pages, placeOf } from "./nav.ts";
import { proofPage } from "./proof-page.ts";
import { buildSite } from "./site.ts";

const matrix = readMatrix() as Matrix;
const site = builtSite();
const ours = [home, ...navigation].filter(({ file }) => file !== pages.reference.file);
const page = (file: string): string => {
  const text = site.get(file);
  assert.ok(text !== undefined, `there is no ${file}`);
  return text;
};

test("the same sources give the same bytes", () => {
  const again = buildSite(matrix);
  assert.deepEqual([...again.keys()], [...site.keys()]);
  for (const [name, text] of again) assert.ok(text === page(name), name);
});

test("nothing of this machine or this day is in a page", () => {
  for (const [name, text] of site) {
    assert.ok(!text.includes(process.cwd()), `${name} holds a path`);
    assert.doesNotMatch(text, /partner-card-\w{6}\b\//, `${name} holds a temporary path`);
  }
});

test("every link of our pages leads to a file of the site and to an anchor in it", () => {
  for (const { file } of ours) {
    for (const [, href = ""] of page(file).matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const [name, anchor] = href.split("#");
      assert.doesNotMatch(href, /^(?:[a-z]+:|\/)/, `${file} links outside: ${href}`);
      const target = page(name === "" || name === undefined ? file : name);
      if (anchor !== undefined)
        assert.ok(target.includes(`id="${anchor}"`), `${file}: ${href} has no target`);
    }
  }
});

test("every place that the search knows exists", () => {
  const index = /<script type="application\/json" id="search-index">(.*?)<\/script>/s.exec(
    page(home.file),
  )?.[1];
  const entries = JSON.parse(index ?? "") as { title: string; href: string }[];
  assert.ok(entries.length > 200, `${entries.length} entries`);
  for (const { title, href } of entries) {
    const [name = "", anchor] = href.split("#");
    assert.notEqual(title, "", href);
    if (name !== pages.reference.file && anchor !== undefined) {
      assert.ok(page(name).includes(`id="${anchor}"`), href);
    }
  }
});

test("our pages allow nothing but their own style and scripts, and ask for no file", () => {
  for (const { file } of ours) {
    const text = page(file);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? "";
    assert.match(policy, /^default-src &#39;none&#39;;/, file);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/, file);
    assert.doesNotMatch(text, /<(?:script|img|iframe)[^>]* src=|<link[^>]* href="(?!data:)|url\(/, file);
  }
});

test("no page names a host that it could ask", () => {
  const reference = page(pages.reference.file);
  assert.doesNotMatch(reference, /<(?:script|img|iframe|link)[^>]+(?:src|href)="(?!data:)/);
  assert.ok(!reference.includes("cdn.redoc.ly"));
  assert.match(reference, /connect-src &#39;none&#39;/);
});

test("every requirement stands on its page, and every question on both", () => {
  for (const { id, basis } of requirements) {
    assert.ok(page(pages.requirements.file).includes(`id="${id}"`), id);
    assert.equal(page(pages.questions.file).includes(`id="${id}"`), basis === "unspecified", id);
  }
});

test("every rule for clients stands among the requirements, with its basis and what judges it", () => {
  assert.ok(clientRequirements.length > 0);
  for (const { id, basis } of clientRequirements) {
    const pattern = new RegExp(`<article class="row" id="${id}"[\\s\\S]*?</article>`);
    const [row = ""] = pattern.exec(page(pages.requirements.file)) ?? [];
    assert.match(row, new RegExp(`data-kind="${basis}"`), id);
    assert.ok(row.includes(`client, ${basis}`) && row.includes(`Checked by <code>${id}</code>`), id);
  }
});

test("a requirement shows the checks that cover it and the faults they have caught", () => {
  const row = /<article class="row" id="auth\.signature\.path"[\s\S]*?<\/article>/.exec(
    page(pages.requirements.file),
  );
  assert.match(row?.[0] ?? "", /Checked by <code>signature\./);
  assert.match(row?.[0] ?? "", /Has caught <a href="proof\.html#signature\./);
});

test("every rule that can be checked shows a check", () => {
  const cover = coverage(matrix);
  const bare = requirements.filter(({ id, unobservable }) => {
    return unobservable === undefined && (cover.get(id)?.checks.length ?? 0) === 0;
  });
  assert.deepEqual(
    bare.map(({ id }) => id),
    [],
  );
});

test("the reference leads from an operation to its open questions", () => {
  const reference = page(pages.reference.file);
  for (const id of ["gap.put.body", "gap.cursor.invalid", "gap.signature.prefix", "gap.events"]) {
    assert.ok(reference.includes(placeOf(id)), id);
  }
  assert.ok(!reference.includes('x-unspecified\\":'), "our own keywords are replaced");
});

test("every fault of the matrix stands on the page of the proof, with what found it", () => {
  const proof = page(pages.proof.file);
  for (const { fault, failed } of matrix.faults) {
    const row = new RegExp(
      `<article class="row" id="${fault.replaceAll(".", "\\.")}"[\\s\\S]*?</article>`,
    ).exec(proof)?.[0];
    for (const check of failed) assert.ok(row?.includes(`<code>${check}</code>`), `${fault}: ${check}`);
  }
});

test("every broken client stands on the page of the proof, beside its rule and where it was found", () => {
  const proof = page(pages.proof.file);
  const clients = readClientMatrix();
  assert.ok(clients !== null && clients.broken.length >= 50);
  for (const { client, breaks, scenario } of clients.broken) {
    const row = proof.split("<tr>").find((text) => text.includes(`>${breaks}</a></td>`));
    assert.ok(row?.includes(`<code>${client}</code> (${scenario})`), client);
  }
  const [first] = clients.broken;
  assert.ok(first !== undefined);
  const unfound = clientsProof({ ...clients, broken: [...clients.broken.slice(1), { ...first, found: [] }] });
  const { length } = clients.broken;
  assert.ok(unfound.html.includes(`<strong>${length - 1} of ${length}</strong>`));
  assert.ok(unfound.html.includes(`<code>${first.client}</code> (not found)`));
});

test("a fault that nothing found is shown as such", () => {
  const survivor = { fault: "token.immortal", breaks: "auth.token.dies", failed: [] };
  const { html } = proofPage({ ...matrix, faults: [...matrix.faults, survivor] }, [], null);
  assert.match(html, /id="token\.immortal" data-kind="survived"/);
  assert.ok(html.includes(`<strong>${matrix.faults.length} of ${matrix.faults.length + 1}</strong>`));
});
