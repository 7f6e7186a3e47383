import { createUserStore } from '../../lib/session/create-user-store.ts'

/** The number of payment warnings; Settings shows a mark while there are any. Nothing sets it before billing exists. */
export const paymentWarningsStore = createUserStore(0)
