import assert from "node:assert/strict";
import { test } from "node:test";
import { highlight } from "./highlight.ts";

/** Language to a piece of code, and elements that have to be in it. */
const samples: Record<string, [code: string, elements: string[]]> = {
  ts: [
    'const name = "a // b"; // comment <T>\n\nawait call(`x`, 1_000);',
    [
      '<span class="keyword">const</span>',
      '<span class="string-expression">&quot;a // b&quot;</span>',
      '<span class="comment">// comment &lt;T&gt;</span>\n\n',
      '<span class="function">call</span>',
      '<span class="constant">1_000</span>',
    ],
  ],
  sh: [
    'curl --data "a b" "$URL" # send\nprintf %s $TIME',
    ['<span class="function">curl</span>', '<span class="comment"># send</span>\n'],
  ],
  json: ['{ "a": [1] }', ['<span class="keyword">&quot;a&quot;</span>', '<span class="constant">1</span>']],
  yaml: ['cursor.invalid: "410" # pinned', ['<span class="keyword">cursor.invalid</span>']],
  http: ["X-Service-Signature: abc", ['<span class="string-expression">X-Service-Signature</span>']],
  py: ["import base64", ['<span class="keyword">import</span>']],
  java: ["class Sign { int x = 1; }", ['<span class="keyword">class</span>']],
  text: ["<const>", ["&lt;const&gt;"]],
};

for (const [language, [code, elements]] of Object.entries(samples)) {
  test(`${language} is coloured by classes alone and stays the same text`, () => {
    const coloured = highlight(code, language).html;
    for (const element of elements) assert.ok(coloured.includes(element), `${element} in ${coloured}`);
    assert.doesNotMatch(coloured, /style=/);
    const text = coloured.replace(/<[^>]+>/g, "");
    assert.equal(text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">"), code);
  });
}
