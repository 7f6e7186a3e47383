import { createStore } from '../create-store.ts'

/** Whether the last call reached the server. */
export const connectionStore = createStore<'ok' | 'lost'>('ok')
