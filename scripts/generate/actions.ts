/** What a POST does that takes the action in its path: each action is an operation of its own for what judges servers. */
import {
  type Document,
  type Link,
  type Operation,
  operationsOf,
  type PathItem,
  resolve,
} from "./document.ts";

/** A POST whose path ends in one of a few names, and these names. */
interface Dispatcher {
  readonly id: string;
  readonly path: string;
  readonly parameter: string;
  readonly actions: readonly string[];
}

/** Every such operation of a description. */
function dispatchersOf(document: Document): Dispatcher[] {
  const all = operationsOf(document);
  return all.flatMap(({ id, method, path, parameters }) => {
    const [, name] = /\}\/(?:[^{}]+\/)?\{(\w+)\}$/.exec(path) ?? [];
    const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema;
    const values = schema === undefined ? [] : (resolve(document, schema).enum ?? []);
    // What is described by itself already is that.
    const isNew = (action: string) =>
      !all.some((one) => one.path === pathOf(path, action) || one.id === idOf(id, action));
    const actions = values.filter((value) => typeof value === "string" && isNew(value)) as string[];
    return method === "post" && name !== undefined && actions.length > 0
      ? [{ id, path, parameter: name, actions }]
      : [];
  });
}

/** The operationId of one action. */
function idOf(id: string, action: string): string {
  const words = action.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return `${id}${words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("")}`;
}

/** The path of one action. */
const pathOf = (path: string, action: string): string => path.replace(/\{\w+\}$/, encodeURIComponent(action));

/** What is said of one action: the points of a list that begin with another one are left out. */
function wordsOf(description: string, action: string, all: readonly string[]): string {
  const others = all.filter((one) => one !== action);
  const point = /^([ \t]*)[-*] +[`*"']*([\w-]+)[`*"']*(?=[ :,(–—]|$)/;
  let isOthers = false;
  const lines = description.split("\n").filter((line) => {
    const [, , first] = point.exec(line) ?? [];
    // A point goes on in the lines that are indented below it.
    if (first !== undefined || !/^[ \t]+\S/.test(line))
      isOthers = first !== undefined && others.includes(first);
    return !isOthers;
  });
  return lines.join("\n");
}

/** The parameters of a link without the one that the path of the action has in it. */
function linkTo({ parameters = {}, ...link }: Link, { parameter }: Dispatcher, id: string): Link {
  const rest = Object.entries(parameters).filter(([name]) => name.replace(/^path\./, "") !== parameter);
  return { ...link, operationId: id, parameters: Object.fromEntries(rest) };
}

/**
 * The description with one more operation for each action that a POST takes as the last part of its path; the same document
 * where there is none.
 */
export function withActions(document: Document): Document {
  const dispatchers = dispatchersOf(document);
  if (dispatchers.length === 0) return document;
  const whole = structuredClone(document);
  for (const dispatcher of dispatchers) addActions(whole, dispatcher);
  return whole;
}

/** Adds the operations of one of them, and links to these beside each that leads to it. */
function addActions(document: Document, dispatcher: Dispatcher): void {
  const { id, path, parameter, actions } = dispatcher;
  const item = document.paths[path] as PathItem;
  const own = item.post as Operation;
  const without = (parameters: PathItem["parameters"] = []) =>
    parameters.filter((one) => resolve(document, one).name !== parameter);
  for (const action of actions) {
    document.paths[pathOf(path, action)] = {
      parameters: without(item.parameters),
      post: {
        ...own,
        operationId: idOf(id, action),
        description: wordsOf(own.description ?? "", action, actions),
        parameters: without(own.parameters),
        "x-action-of": id,
      },
    };
  }
  for (const links of linkMapsOf(document))
    for (const [name, reference] of Object.entries(links)) {
      const link = resolve(document, reference);
      if (link.operationId !== id) continue;
      for (const action of actions)
        links[`${name}${idOf("", action)}`] = linkTo(link, dispatcher, idOf(id, action));
    }
}

/** The links of each response, where they stand. */
function linkMapsOf(document: Document): Set<Record<string, Link>> {
  const responses = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses));
  return new Set(responses.map((response) => resolve(document, response).links ?? {}));
}
