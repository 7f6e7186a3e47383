import { CONSENT_CODES, type ConsentCode } from '@winnow/contract'
import { RequestError } from './api/api-errors.ts'
import { createStore } from './create-store.ts'
import { may } from './permissions/permissions.ts'
import { sessionStore } from './session/session-store.ts'

/** A call that waits until the company has agreed to a text. */
export interface ConsentQuestion {
  code: ConsentCode
  settle: (outcome: 'agreed' | 'given-up') => void
}

/** The calls that wait, the first one first. `features/consent` shows the text that the first one needs. */
export const consentQuestionsStore = createStore<readonly ConsentQuestion[]>([])

/** Ends the wait of all calls that need this text. */
export function settleConsent(code: ConsentCode, outcome: 'agreed' | 'given-up'): void {
  const questions = consentQuestionsStore.get()
  consentQuestionsStore.set(questions.filter((question) => question.code !== code))
  for (const question of questions) if (question.code === code) question.settle(outcome)
}

// Whoever logs out does not agree.
sessionStore.subscribe(() => {
  if (sessionStore.get().user === null)
    for (const { code } of consentQuestionsStore.get()) settleConsent(code, 'given-up')
})

const waitForConsent = (code: ConsentCode): Promise<'agreed' | 'given-up'> =>
  new Promise((settle) => consentQuestionsStore.set((questions) => [...questions, { code, settle }]))

/** The text without which the server has refused a call, if this user can agree to it. Nobody can in the name of somebody else. */
function neededConsent(error: unknown): ConsentCode | undefined {
  if (!(error instanceof RequestError) || error.code !== 'CONSENT_NEEDED') return undefined
  const { user } = sessionStore.get()
  if (!user || user.impersonatedBy !== null || !may(user, 'company.read')) return undefined
  return CONSENT_CODES.find((code) => code === error.consentCode)
}

/**
 * Does something for which the server may require the company's consent. If it does, the user is shown the text, and the action is done
 * again once the company has agreed.
 * @throws AbortError if the user cancels
 * @throws the error of the action; also if it needs a consent that this user cannot give
 */
export async function withConsent<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const code = neededConsent(error)
    if (code === undefined) throw error
    if ((await waitForConsent(code)) === 'given-up') throw new DOMException('the user did not agree', 'AbortError')
    return action()
  }
}
