import { createStore } from '../create-store.ts'

/**
 * Whether the server can be reached. Everything that tells of the connection (banner, badge, toasts, what waits to be sent) tells
 * this, so that no two of them disagree. Calls set it with every answer or lack of one, and nothing else does.
 */
export const connectionStore = createStore<'ok' | 'lost'>('ok')

/** Hears when the connection is back after it was lost. */
export function onConnectionBack(listener: () => void): () => void {
  return connectionStore.subscribe(() => {
    if (connectionStore.get() === 'ok') listener()
  })
}
