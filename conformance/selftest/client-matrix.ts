/** The form of the proof of the judge of clients. */

/** Which rule finds which broken client, and what reaches which rule, as `npm run proof` writes it. */
export interface ClientMatrix {
  /** For each broken client, the rules that find it in its scenario, and in all of them. */
  readonly broken: readonly {
    readonly client: string;
    readonly breaks: string;
    readonly scenario: string;
    readonly found: readonly string[];
    readonly everywhere: readonly string[];
  }[];
  /** For each lawful client, the rules that it fails (none), and the advice that it is given. */
  readonly lawful: readonly {
    readonly client: string;
    readonly failed: readonly string[];
    readonly advised: readonly string[];
  }[];
  /** For each weather, the checks that fail a server with it: none that it does not name itself. */
  readonly weather: readonly { readonly weather: string; readonly failed: readonly string[] }[];
  /** For each rule, the scenarios in which our client is seen to keep it. */
  readonly reached: Readonly<Record<string, readonly string[]>>;
}
