import type { z } from 'zod'
import { createStore, type Store } from './create-store.ts'

function read<S extends z.ZodType>(key: string, schema: S, fallback: z.output<S>): z.output<S> {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : fallback
  } catch {
    // The storage may be forbidden, or may contain a value of an older version. The default is used in both cases.
    return fallback
  }
}

/** A store in the browser's local storage, shared by all tabs. Values that do not match the schema are dropped. */
export function createStoredStore<S extends z.ZodType>(
  key: string,
  schema: S,
  fallback: z.output<S>,
): Store<z.output<S>> {
  const store = createStore<z.output<S>>(read(key, schema, fallback))
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read(key, schema, fallback))
  })
  const keep: typeof store.set = (next) => {
    store.set(next)
    try {
      localStorage.setItem(key, JSON.stringify(store.get()))
    } catch {
      // Full or forbidden storage: the setting lasts until the page is closed.
    }
  }
  return {
    ...store,
    set: keep,
  }
}
