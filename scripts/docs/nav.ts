/** A page of the site. */
export interface PageInfo {
  /** File name, also the address relative to any other page. */
  readonly file: string;
  /** Short label for the navigation. */
  readonly label: string;
  readonly title: string;
  /** One sentence for search engines, the start page and below the title. */
  readonly about: string;
}

/** The start page. */
export const home: PageInfo = {
  file: "index.html",
  label: "Start",
  title: "Partner Card API",
  about:
    "Cards and their spending limits for partner servers: the API reference, a client that takes care of tokens, signatures and retries, and a suite that tells you which rules a server keeps.",
};

/** Every page in the navigation, in order. */
export const pages = {
  reference: {
    file: "reference.html",
    label: "Reference",
    title: "API reference",
    about: "Every operation with its parameters, bodies, answers and code samples.",
  },
  client: {
    file: "client.html",
    label: "Client",
    title: "Client guide",
    about: "List cards and change limits from TypeScript, with tokens, signatures and retries taken care of.",
  },
  signing: {
    file: "signing.html",
    label: "Signing",
    title: "Signing guide",
    about: "How to sign a write in any language, the usual mistakes, and vectors to test with.",
  },
  conformance: {
    file: "conformance.html",
    label: "Conformance",
    title: "Conformance guide",
    about: "Judge a server against the specification, by hand and in CI.",
  },
  requirements: {
    file: "requirements.html",
    label: "Requirements",
    title: "Requirements",
    about: "Every rule of the specification, where it comes from, and the checks that hold a server to it.",
  },
  questions: {
    file: "questions.html",
    label: "Open questions",
    title: "Open questions",
    about:
      "Where the specification is silent: what the client assumes, why that is safe, and what servers may answer.",
  },
  proof: {
    file: "proof.html",
    label: "Proof",
    title: "Proof of the suite",
    about: "The suite on trial: servers that break one rule each, and servers that break none.",
  },
} as const satisfies Record<string, PageInfo>;
