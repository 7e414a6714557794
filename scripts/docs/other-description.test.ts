/** The site of another description, without guides and without a matrix: nothing of the cards' own is needed. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { copyRepository } from "../drills/copy.ts";

/** Parts of the description, and what stands there instead. */
const changes: readonly (readonly [from: string | RegExp, to: string])[] = [
  ["title: Partner Card API", "title: Voucher API"],
  [/\n {2}summary: Card data.*/, ""],
  ["default: http://127.0.0.1:8787", "default: https://api.example.com"],
  ["/v1", "/2026"],
  ["X-Service-Signature", "X-Proof"],
  [
    /string: "\{method\}.*\n(\s*)algorithm: .*/,
    'string: "{timestamp}.{method}.{path}"\n$1algorithm: RSA-SHA512',
  ],
  ["tags: [Cards]", "tags: [Vouchers & Café (2)]"],
  ["- name: Cards", "- name: Vouchers & Café (2)"],
  ["          default: 10\n", "          default: 25\n"],
];

describe("the site of another description", () => {
  const copy = copyRepository((path) => /\.test\.ts$|docs\/pages\/|matrix\.json$/.test(path));
  const page = (name: string) => copy.read(`site/${name}`);
  const pages = () => readdirSync(join(copy.folder, "site"));

  before(async () => {
    const description = "openapi/partner-card.yaml";
    const text = changes.reduce((before, [from, to]) => {
      const next = before.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
      assert.notEqual(next, before, String(from));
      return next;
    }, copy.read(description));
    copy.write(description, text);
    await copy.run("scripts/generate.ts");
    await copy.run("scripts/docs.ts", "--out", "site");
  });
  after(copy.remove);

  test("has the pages that every description has, and offers nothing else", () => {
    assert.deepEqual(pages().sort(), [
      "index.html",
      "openapi.json",
      "questions.html",
      "reference.html",
      "requirements.html",
    ]);
  });

  test("has no link that leads nowhere", () => {
    for (const name of ["index.html", "questions.html", "requirements.html"]) {
      for (const [, href = ""] of page(name).matchAll(/<a [^>]*href="([^"#]+)[^"]*"/g)) {
        assert.ok(pages().includes(href), `${name}: ${href}`);
      }
    }
  });

  test("has the title of the description on every page", () => {
    for (const name of ["index.html", "questions.html", "requirements.html", "reference.html"]) {
      assert.match(page(name), /<title>[^<]*Voucher API<\/title>/);
      assert.doesNotMatch(page(name), /Partner Card API/, name);
    }
    assert.match(page("index.html"), /<p class="lead">The API reference, a client/);
  });

  test("shows its address, its paths, its headers and its signature", () => {
    const reference = page("reference.html");
    assert.match(reference, /https:\/\/api\.example\.com/);
    assert.match(reference, /printf %s \\+"\$TIMESTAMP\.PATCH\.\/2026\/card/);
    assert.match(reference, /openssl dgst -sha512 /);
    assert.match(reference, /X-Proof: \$SIGNATURE/);
    assert.doesNotMatch(reference, /\/v1\/card|X-Service-Signature/);
  });

  test("finds every operation where the reference has it", () => {
    const index = /id="search-index">(.*?)<\/script>/s.exec(page("index.html"))?.[1] ?? "";
    const found = (JSON.parse(index) as { href: string }[])
      .map(({ href }) => href)
      .filter((href) => href.startsWith("reference.html#"));
    assert.equal(found.length, Object.keys(operations).length);
    for (const href of found) {
      // Redoc creates the sections of operations at run time, inside of those of their tags.
      const [tag = ""] = /(?<=#)\/[^/]+/.exec(href) ?? [];
      assert.ok(page("reference.html").includes(`data-section-id="${tag}"`), href);
    }
  });
});
