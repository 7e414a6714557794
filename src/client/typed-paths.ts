import type { operations } from "../../generated/operations.ts";
import type { paths } from "../../generated/types.ts";
import type { WithBigInts } from "../request/body.ts";
import type { CallOptions } from "./options.ts";

/** An HTTP method used in the description. */
export type Method = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in Lowercase<M>]: { responses: object } } ? P : never;
}[keyof paths];

/** The operation behind method and path. */
export type OperationAt<M extends Method, P extends keyof paths> = paths[P][Lowercase<M> & keyof paths[P]];

/** An object without properties: it extends any type that requires none. */
type Nothing = Record<never, never>;

type Parameters<O> = O extends { parameters: infer P }
  ? Nothing extends P
    ? { params?: P }
    : { params: P }
  : unknown;

type Content<R> = R extends { content: infer C } ? C[keyof C] : undefined;

type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: WithBigInts<C[keyof C]> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: WithBigInts<C[keyof C]> }
    : { body?: never };

/** What a call takes: parameters and body as described, and the options of the call. */
export type CallInit<O> = Parameters<O> & Body<O> & CallOptions;

/** The arguments after the path; optional if nothing is required. */
export type CallArguments<O> = Nothing extends CallInit<O> ? [init?: CallInit<O>] : [init: CallInit<O>];

/** Data of a successful response. */
export type DataOf<O> = O extends { responses: infer R }
  ? { [S in keyof R]: `${S & (string | number)}` extends `2${string}` ? Content<R[S]> : never }[keyof R]
  : never;

type Paginated = {
  [K in keyof typeof operations]: (typeof operations)[K]["paginated"] extends null
    ? never
    : (typeof operations)[K];
}[keyof typeof operations];

/** Paths of operations that are paginated. */
export type PaginatedPath = Paginated["path"] & PathOf<"GET">;

/** The page of a paginated operation. */
export type PageAt<P extends PaginatedPath> = DataOf<OperationAt<"GET", P>>;

type ItemsPointer<P extends PaginatedPath> = NonNullable<
  Extract<Paginated, { path: P }>["paginated"]
>["items"];

/** The type of the value at a JSON pointer, without null and undefined; never where there is none. */
export type ValueAt<T, Pointer extends string> = Pointer extends `/${infer Name}/${infer Rest}`
  ? Name extends keyof T
    ? ValueAt<NonNullable<T[Name]>, `/${Rest}`>
    : never
  : Pointer extends `/${infer Name}`
    ? Name extends keyof T
      ? NonNullable<T[Name]>
      : never
    : T;

/** The item of a paginated operation. */
export type ItemAt<P extends PaginatedPath> =
  ValueAt<PageAt<P>, ItemsPointer<P>> extends readonly (infer I)[] ? I : never;
