/** Colors in light and dark; every pair of text and ground has a contrast of at least 4.5 to 1. */
export const themes = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #ffffff; --code: #eef0f3; --hover: #e9ecf0; --line: #d9dee4; --edge: #7d8793;
  --text: #191d22; --muted: #545e69; --link: #0a4fc2; --focus: #2f7cf6; --mark: #ffe58a; --shadow: rgb(20 30 45 / .08);
  --good: #14692e; --good-tint: #e1f3e6; --bad: #a91b1b; --bad-tint: #fde8e7;
  --open: #754c00; --open-tint: #fdf0d2; --info: #0a4fc2; --info-tint: #e4edfd; --on-seal: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1115; --card: #161a20; --code: #1f252d; --hover: #232a33; --line: #2c343e; --edge: #6f7b89;
    --text: #e7eaee; --muted: #a0abb7; --link: #8fb8ff; --focus: #8fb8ff; --mark: #6b5200; --shadow: rgb(0 0 0 / .4);
    --good: #62d182; --good-tint: #11291a; --bad: #ff938a; --bad-tint: #351516;
    --open: #eabf5a; --open-tint: #2d230c; --info: #8fb8ff; --info-tint: #14233f; --on-seal: #0e1115;
  }
}
`;

/** On paper: dark on white, nothing that only a mouse can use, no check torn in two. */
export const printStyle = `
@media print {
  :root {
    color-scheme: light;
    --page: #ffffff; --card: #ffffff; --code: #f2f3f5; --hover: #ffffff; --line: #c9ced4; --edge: #7d8793;
    --text: #000000; --muted: #444c55; --link: #000000; --mark: #ffe58a; --shadow: transparent;
    --good: #14692e; --good-tint: #ffffff; --bad: #a91b1b; --bad-tint: #ffffff;
    --open: #754c00; --open-tint: #ffffff; --info: #0a4fc2; --info-tint: #ffffff; --on-seal: #ffffff;
  }
  body { font-size: 10pt; }
  nav, #tools, .skip, .copy, .foot { display: none !important; }
  .tiles li { padding: .4rem .6rem; } .tiles .word { font-size: .75rem; white-space: nowrap; }
  .columns { display: block; padding-bottom: 0; }
  main > * { margin-bottom: 1.2rem; }
  h2, .check > details > summary { break-after: avoid; }
  .exchange, tr, .facts > div { break-inside: avoid; }
  .bar, .meter, .seal, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  a { text-decoration: none; }
}
`;
