import { createUserStore } from '../../lib/session/create-user-store.ts'

/** How many payment warnings there are; Settings carries a mark while there is one. Nothing fills it before billing tells of payments. */
export const paymentWarningsStore = createUserStore(0)
