/** A partner of a sandbox in this process: it makes drafts, sends them and writes down every answer. */
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { parseObject, valueAt } from "../../../src/core/json.ts";
import { createSandbox, type Sandbox } from "../../sandbox/app.ts";
import { createClock } from "../../sandbox/clock.ts";
import type { Seams } from "../../sandbox/seams.ts";
import { itemsOf } from "../../sandbox/state.ts";
import { credentials, publicKey, start } from "../in-memory.ts";
import { asSpecified, type Draft, requestOf } from "./draft.ts";

/** Brings a draft under a circumstance, by changing it or by what is sent before it. */
export type Recipe = (
  partner: Partner,
  draft: Draft,
  /** Brings a draft under the circumstances that come after this one. */
  rest: (draft: Draft) => Promise<Draft>,
) => Promise<Draft>;

/** An answer, with its body as text. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** True where the whole answer counts; otherwise one refusal is as good as another. */
  readonly isDocumented: boolean;
}

/** A partner of one sandbox. */
export class Partner {
  readonly sandbox: Sandbox;
  readonly answers: Answer[] = [];
  /** The access token that drafts carry. */
  token = "";
  readonly #recipes: readonly Recipe[];
  readonly #sent = new Map<OperationId, number>();
  #keys = 0;
  #drafts = 0;

  /** @param recipes - The circumstances that requests are sent under, the outermost first. */
  constructor(seams: Partial<Seams>, recipes: readonly Recipe[]) {
    // An odd second, so that an even one is something to be brought about.
    const clock = createClock(() => start + 1000);
    // What is wrong with a signature tells no faulty server, and to find it takes a tenth of the time.
    const explainSignature = () => "";
    this.sandbox = createSandbox({ ...credentials, publicKey, clock, faults: [seams], explainSignature });
    this.#recipes = recipes;
  }

  /** The number of requests of an operation so far. */
  count(operation: OperationId): number {
    return this.#sent.get(operation) ?? 0;
  }

  /** A new idempotency key, the same in every partner. */
  newKey(): string {
    this.#keys += 1;
    return `5f0c2a4e-9d1b-4c3a-8e7f-${String(this.#keys).padStart(12, "0")}`;
  }

  /** The values of the path of an operation, those of an item from its list: by default of the last one. */
  pathOf(operation: OperationId, index = -1): Record<string, string> {
    const { bindings }: Operation = operations[operation];
    const all: Readonly<Record<string, Operation>> = operations;
    const values = { ...samples[operation].path };
    for (const [name, binding] of Object.entries(bindings)) {
      const items = itemsOf(this.sandbox.state, binding.operation);
      const first = `${all[binding.operation]?.paginated?.items}/0`;
      const item = items.at(index);
      const id = binding.pointer.startsWith(first)
        ? valueAt(item, binding.pointer.slice(first.length))
        : undefined;
      if (name in values && id !== undefined) values[name] = String(id);
    }
    return values;
  }

  /** A request as specified; each has another key and, as far as there are samples, another body. */
  draft(operation: OperationId): Draft {
    const { mediaType }: Operation = operations[operation];
    const { bodies, query } = samples[operation];
    const sample = bodies[this.#drafts % Math.max(1, bodies.length)];
    const body = operation === api.token ? tokenForm().toString() : JSON.stringify(sample);
    this.#drafts += 1;
    return {
      ...asSpecified,
      operation,
      path: this.pathOf(operation),
      query,
      body: mediaType === null ? null : (body ?? null),
      contentType: mediaType,
      token: this.token,
      key: this.newKey(),
    };
  }

  /** Sends a draft under the circumstances of this partner. */
  async send(draft: Draft, isDocumented = false): Promise<Answer> {
    const brought = this.#recipes.reduceRight<(draft: Draft) => Promise<Draft>>(
      (rest, recipe) => (given) => recipe(this, given, rest),
      async (given) => given,
    );
    return this.plainly(await brought(draft), isDocumented);
  }

  /** Sends a draft as it is. */
  async plainly(draft: Draft, isDocumented = false): Promise<Answer> {
    const drafts = draft.beside === undefined ? [draft] : [draft, draft.beside];
    const now = this.sandbox.clock.now();
    const requests = await Promise.all(drafts.map((one) => requestOf(one, now)));
    const responses = await Promise.all(requests.map((request) => this.sandbox.fetch(request)));
    const answers = await Promise.all(
      responses.map(async (response): Promise<Answer> => {
        const { status, headers } = response;
        return { status, headers: [...headers], body: await response.text(), isDocumented };
      }),
    );
    this.#sent.set(draft.operation, this.count(draft.operation) + drafts.length);
    this.answers.push(...answers);
    return answers[0] as Answer;
  }

  /** A new access token with these scopes; "" where none is issued. */
  async newToken(scopes: readonly string[] = api.scopes): Promise<string> {
    const body = tokenForm({ scope: scopes.join(" ") }).toString();
    return tokenIn(await this.plainly({ ...this.draft(api.token), body }));
  }

  /** A write that a server has to carry out; nothing where the description has none. */
  async write(): Promise<void> {
    const [write] = Object.values<Operation>(operations).filter(({ changes }) => changes !== null);
    if (write !== undefined) await this.plainly(this.draft(write.id as OperationId));
  }

  /** The cursor in an answer; null without. */
  cursorIn(operation: OperationId, { body }: Answer): string | null {
    const { paginated }: Operation = operations[operation];
    const cursor = valueAt(parseObject(body), paginated?.cursor ?? "");
    return typeof cursor === "string" ? cursor : null;
  }
}

/** The form of a token request, with some fields replaced. */
export function tokenForm(fields: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({
    grant_type: "client_credentials",
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    scope: api.scopes.join(" "),
    ...fields,
  });
}

/** The access token in an answer; "" without. */
function tokenIn({ body }: Answer): string {
  const token = parseObject(body)?.access_token;
  return typeof token === "string" ? token : "";
}
