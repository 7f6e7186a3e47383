import type { SecondStep } from '@winnow/contract'
import { createStore } from '../create-store.ts'

export type { SecondStep }

/** What a login with the right password waits for, while its screens are shown; null: no login waits. */
export const secondStepStore = createStore<SecondStep | null>(null)

/** Whether this is a login's second step, and not the user who is logged in. */
export function isSecondStep(reply: object): reply is SecondStep {
  return 'result' in reply
}
