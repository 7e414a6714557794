import assert from "node:assert/strict";
import { test } from "node:test";
import { highlight } from "./highlight.ts";
import { textOf } from "./markdown.ts";

const samples: Record<string, [string, string[]]> = {
  ts: [
    'const name = "a // b"; // comment <T>\nawait call(`x`, 1_000);',
    [
      '<span class="keyword">const</span>',
      '<span class="string">&quot;a // b&quot;</span>',
      '<span class="comment">// comment &lt;T&gt;</span>',
      '<span class="number">1_000</span>',
    ],
  ],
  sh: [
    'curl --data "a b" "$URL" # send\nprintf %s $TIME',
    [
      '<span class="keyword">curl</span>',
      '<span class="name">--data</span>',
      '<span class="comment"># send</span>',
      '<span class="name">$TIME</span>',
    ],
  ],
  json: [
    '{ "a": "b", "c": [1, null] }',
    [
      '<span class="name">&quot;a&quot;</span>',
      '<span class="string">&quot;b&quot;</span>',
      '<span class="keyword">null</span>',
    ],
  ],
  yaml: [
    'answers:\n  cursor.invalid: "410" # pinned',
    [
      '<span class="name">answers</span>',
      '<span class="name">cursor.invalid</span>',
      '<span class="comment"># pinned</span>',
    ],
  ],
  http: ["X-Service-Signature: abc", ['<span class="name">X-Service-Signature</span>']],
  text: ["<const>", ["&lt;const&gt;"]],
};

for (const [language, [code, parts]] of Object.entries(samples)) {
  test(`${language} is coloured and stays the same text`, () => {
    const coloured = highlight(code, language);
    for (const part of parts) assert.ok(coloured.includes(part), `${part} in ${coloured}`);
    assert.equal(textOf(coloured).replace(/\s/g, ""), code.replace(/\s/g, ""));
  });
}

test("a word is not coloured from its middle", () => {
  assert.equal(highlight("reconst9", "ts"), "reconst9");
});
