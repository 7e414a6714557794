/** What RESULTS.md names as not measured: nobody should take its silence for a good figure. */
export const unmeasured: readonly string[] = [
  "The features of this client written naively on top of openapi-fetch, as a peer of the list request",
  "Signed writes per second, 32 in flight, on both cores",
  "A walk over 1,000,000 cards: CPU, peak memory, and wall time at 5 ms latency",
  "Checking a page against the description, and the validators of others",
  "The start of commands made with citty, commander and yargs",
  "A full run beside Redocly respect, Dredd and newman, and its CPU time",
  "Requests per second of the sandbox",
  "`npm run generate` with nothing to change, and `npm test`",
  "Growth: run time against cards, memory against concurrency, reports against exchanges",
];
