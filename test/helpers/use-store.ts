// A fresh store for each test of a file. Apart from store.ts, which scripts use outside of vitest.
import { afterEach, beforeEach } from 'vitest';
import { createStore, type TestStore } from './store.ts';

/** Call it once in a test file: each test gets a fresh store. */
export function useStore(): TestStore {
  const store = {} as TestStore;
  beforeEach(() => {
    Object.assign(store, createStore());
  });
  afterEach(() => store.close());
  return store;
}
