import { createStore } from '../../lib/create-store.ts'

/** How many payment warnings there are; Settings carries a mark while there is one. Filled by billing. */
export const paymentWarningsStore = createStore(0)
