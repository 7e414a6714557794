import type { TokenStore } from "../token/store.ts";

/** An in-memory store with a log of its operations. */
export interface MapStore extends TokenStore {
  readonly entries: Map<string, string>;
  readonly log: string[];
}

/** @param lockable - With `add`, like a store that can lock, but cannot compare and delete. */
export function mapStore(lockable: boolean): MapStore {
  const entries = new Map<string, string>();
  const log: string[] = [];
  const store: MapStore = {
    entries,
    log,
    async get(key) {
      log.push("get");
      return entries.get(key);
    },
    async set(key, value, ttlMs) {
      log.push(`set ${ttlMs}`);
      entries.set(key, value);
      return true;
    },
    async delete(key) {
      log.push("delete");
      return entries.delete(key);
    },
  };
  if (!lockable) return store;
  return {
    ...store,
    async add(key, value) {
      if (entries.has(key)) return false;
      entries.set(key, value);
      return true;
    },
  };
}
