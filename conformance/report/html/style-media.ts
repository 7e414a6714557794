/** Colors in light and dark; every pair of text and ground has a contrast of at least 4.5 to 1. */
export const themes = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #0e1115); --card: light-dark(#ffffff, #161a20); --code: light-dark(#eef0f3, #1f252d);
  --hover: light-dark(#e9ecf0, #232a33); --line: light-dark(#d9dee4, #2c343e); --edge: light-dark(#7d8793, #6f7b89);
  --text: light-dark(#191d22, #e7eaee); --muted: light-dark(#545e69, #a0abb7); --link: light-dark(#0a4fc2, #8fb8ff);
  --focus: light-dark(#2f7cf6, #8fb8ff); --mark: light-dark(#ffe58a, #6b5200); --shadow: light-dark(rgb(20 30 45 / .08), rgb(0 0 0 / .4));
  --good: light-dark(#14692e, #62d182); --good-tint: light-dark(#e1f3e6, #11291a);
  --bad: light-dark(#a91b1b, #ff938a); --bad-tint: light-dark(#fde8e7, #351516);
  --open: light-dark(#754c00, #eabf5a); --open-tint: light-dark(#fdf0d2, #2d230c);
  --info: light-dark(#0a4fc2, #8fb8ff); --info-tint: light-dark(#e4edfd, #14233f); --on-seal: light-dark(#ffffff, #0e1115);
}
`;

/** On paper: dark on white, nothing that only a mouse can use, no check torn in two. */
export const printStyle = `
@media print {
  :root {
    color-scheme: light;
    --page: #ffffff; --hover: #ffffff; --text: #000000; --link: #000000; --shadow: transparent;
    --good-tint: #ffffff; --bad-tint: #ffffff; --open-tint: #ffffff; --info-tint: #ffffff;
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
