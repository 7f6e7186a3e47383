import { createStore } from '../create-store.ts'

/**
 * Whether the server can be reached. Everything that shows the connection (banner, badge, toasts, unsent changes) uses this store, so that
 * no two of them disagree. Only calls set it, with every reply or failure.
 */
export const connectionStore = createStore<'ok' | 'lost'>('ok')

/** Registers a listener for the return of a lost connection. */
export function onConnectionBack(listener: () => void): () => void {
  return connectionStore.subscribe(() => {
    if (connectionStore.get() === 'ok') listener()
  })
}
