/** What faults of pages are made of. */
import { valueAt } from "../../../src/core/json.ts";
import { type PageRequest, pageOf, type Seams } from "../seams.ts";
import { changed } from "./changes.ts";

/** Returns the page of a different request. */
export const pageFor =
  (change: (request: PageRequest) => Partial<PageRequest>): Seams["page"] =>
  (request) =>
    pageOf({ ...request, ...change(request) });

/** Pages of this size when no limit is given. */
export const sizedByDefault = (size: number) =>
  pageFor(({ asked }) => (asked === null ? { limit: size } : {}));

/** Sends the items alone, without a page around them. */
export const bareItems = (pointer: string) => changed(200, ({ body }) => ({ body: valueAt(body, pointer) }));
