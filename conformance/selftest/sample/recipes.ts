/** How a request is brought under each circumstance: from its definition, not from any fault. */
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import type { CircumstanceName } from "../../sandbox/faults/circumstances.ts";
import { hash, itemsOf } from "../../sandbox/state.ts";
import type { Draft } from "./draft.ts";
import { type Partner, type Recipe, tokenForm } from "./partner.ts";

/** A circumstance that is a part of the request itself. */
const changing =
  (change: (draft: Draft, partner: Partner) => Partial<Draft>): Recipe =>
  async (partner, draft, rest) =>
    rest({ ...draft, ...change(draft, partner) });

/** A circumstance that is brought about right before the request. */
const after =
  (happen: (partner: Partner, draft: Draft) => Promise<unknown>): Recipe =>
  async (partner, draft, rest) => {
    const brought = await rest(draft);
    await happen(partner, brought);
    return brought;
  };

/** A draft with another token, unless it has one of its own: that one is later, too, and may be what it is about. */
const withToken =
  (newToken: (partner: Partner) => Promise<string>): Recipe =>
  async (partner, draft, rest) =>
    rest(draft.token === partner.token ? { ...draft, token: await newToken(partner) } : draft);

/** A draft for the item at an index that this finds among the ids of its list; the same draft where there is none. */
const forItem = (find: (ids: readonly string[]) => number): Recipe =>
  changing((draft, { sandbox }) => {
    const { changes }: Operation = operations[draft.operation];
    if (changes === null) return {};
    const ids = itemsOf(sandbox.state, changes.operation).map((item) => String(valueAt(item, changes.id)));
    const id = ids[find(ids)];
    return id === undefined ? {} : { path: { ...draft.path, [changes.parameter]: id } };
  });

/** A draft for a page that comes after `pages` others, which are read unless it has a cursor of such a page. */
const forPage =
  (
    pages: number,
    happen: (partner: Partner, draft: Draft) => Promise<unknown> = async () => undefined,
  ): Recipe =>
  async (partner, draft, rest) => {
    const { operation } = draft;
    const { paginated }: Operation = operations[operation];
    if (paginated === null) return rest(draft);
    const { parameter, pageSize } = paginated;
    const pageOf = (cursor: string) => partner.sandbox.state.cursors.get(cursor)?.page ?? 1;
    const small: Record<string, string> = pageSize === null ? {} : { [pageSize.parameter]: "3" };
    let query: Record<string, string> = { ...draft.query };
    if (pageOf(query[parameter] ?? "") <= pages) {
      delete query[parameter];
      for (let page = 0; page < pages; page += 1) {
        const answer = await partner.plainly({ ...partner.draft(operation), query: { ...small, ...query } });
        query = { ...query, [parameter]: partner.cursorIn(operation, answer) ?? "" };
      }
    }
    await happen(partner, { ...draft, query });
    return rest({ ...draft, query });
  };

/** A request of the same operation that has to be refused. */
function refused(partner: Partner, operation: OperationId): Draft {
  const draft = partner.draft(operation);
  return operation === api.token
    ? { ...draft, body: tokenForm({ client_secret: "another-secret-than-the-right-one" }).toString() }
    : { ...draft, authorization: () => null };
}

/** The same write as specified, wherever the draft departs from that. */
const asItShould = (partner: Partner, { operation, path, spelling, query, body, key }: Draft): Draft => ({
  ...partner.draft(operation),
  ...{ path, spelling, query, body, key },
});

/** The way into each circumstance. */
export const recipes: Readonly<Record<CircumstanceName, Recipe>> = {
  "content-type-charset": changing(({ contentType }) => ({
    contentType: contentType && `${contentType}; charset=utf-8`,
  })),
  "content-type-case": changing(({ contentType }) => ({ contentType: contentType?.toUpperCase() ?? null })),
  "accept-absent": changing(() => ({ accept: null })),
  "accept-any": changing(() => ({ accept: "*/*" })),
  "accept-list": changing(({ accept }) => ({ accept: `${accept}, text/plain;q=0.5, */*;q=0.1` })),
  "scheme-case": changing(({ authorization }) => ({
    authorization: (token) => authorization(token)?.replace(/^Bearer /, "bearer ") ?? null,
  })),
  "body-spaced": changing(({ body }) => ({ body: spaced(body) })),
  "body-exponent": changing(({ body }) => ({
    body: body?.replace(/(?<=:)[0-9]+(?=[,}])/g, "$&0e-1") ?? null,
  })),
  "body-empty": changing(({ body }) => ({ body: body === null ? null : "{}" })),
  "form-percent": changing(({ body }) => ({ body: body?.replaceAll("+", "%20") ?? null })),
  "with-cursor": forPage(1),
  "third-page": forPage(2),
  "large-page": changing(({ operation, query }) => {
    const { paginated }: Operation = operations[operation];
    const pageSize = paginated?.pageSize;
    return pageSize == null
      ? {}
      : { query: { ...query, [pageSize.parameter]: String(pageSize.default + 1) } };
  }),
  "one-item-in-twenty": forItem((ids) => ids.findIndex((id) => hash(id).readUInt32BE(0) % 20 === 0)),
  "later-token": withToken((partner) => partner.newToken()),
  "narrow-token": async (partner, draft, rest) =>
    draft.operation === api.token
      ? rest({ ...draft, body: narrowed(draft.body) })
      : withToken(() => partner.newToken(api.scopes.slice(1)))(partner, draft, rest),
  "after-refused": after((partner, { operation }) => partner.plainly(refused(partner, operation))),
  "after-write": after((partner) => partner.write()),
  "key-of-other-item": after((partner, { operation, key }) =>
    partner.plainly({ ...partner.draft(operation), path: partner.pathOf(operation, 0), key }),
  ),
  repetition: after((partner, draft) => partner.plainly(asItShould(partner, draft))),
  "body-again": after((partner, { operation, path, body }) =>
    partner.plainly({ ...partner.draft(operation), path, body }),
  ),
  "cursor-again": forPage(1, (partner, draft) =>
    partner.plainly({ ...partner.draft(draft.operation), query: draft.query }),
  ),
  "two-seconds-after-write": after(async (partner) => {
    await partner.write();
    partner.sandbox.clock.advance(2000);
  }),
  "even-second": after(async ({ sandbox: { clock } }, { timestamp }) => {
    const stamp = timestamp(Math.floor(clock.now() / 1000)) ?? "";
    if (!/[02468]$/.test(stamp)) clock.advance(1000);
  }),
  "in-company": changing((draft, partner) => ({ beside: partner.draft(draft.operation) })),
  "path-percent": changing(({ spelling }) => ({
    spelling: (value) =>
      spelling(value).replace(/^[a-z0-9]/i, (first) => `%${first.charCodeAt(0).toString(16).toUpperCase()}`),
  })),
  "every-fifth": async (partner, draft, rest) => {
    const { operation } = draft;
    const before = partner.count(operation);
    await rest(draft);
    const own = partner.count(operation) - before;
    while ((partner.count(operation) + own + 1) % 5 !== 0) await partner.plainly(partner.draft(operation));
    return rest(draft);
  },
};

/** A JSON text with white space, or the same text where it is none. */
function spaced(body: string | null): string | null {
  try {
    return body === null ? null : JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A token request for one scope fewer. */
function narrowed(body: string | null): string {
  const form = new URLSearchParams(body ?? "");
  form.set("scope", api.scopes.slice(1).join(" "));
  return form.toString();
}
