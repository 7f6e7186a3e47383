import type { SecondStep } from '@winnow/contract'
import { createStore } from '../create-store.ts'

export type { SecondStep }

/** The second step of a login, after a correct password. Set while its screens are shown; null if no login is waiting. */
export const secondStepStore = createStore<SecondStep | null>(null)

/** Whether a reply is a login's second step. Otherwise it is the logged-in user. */
export function isSecondStep(reply: object): reply is SecondStep {
  return 'result' in reply
}
