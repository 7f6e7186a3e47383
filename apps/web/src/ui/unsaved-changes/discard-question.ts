import { createStore } from '../../lib/create-store.ts'
import { countNoteDrafts } from '../../lib/session/note-drafts.ts'
import { hasUnsaved, unsavedStore } from './unsaved-store.ts'

/** What would discard the changes: closing a dialog, leaving a page, or ending the session. */
export type Parting = 'close' | 'leave' | 'logout'

interface Question {
  parting: Parting
  answer: (discard: boolean) => void
}

/** The question on screen, if any. */
export const questionStore = createStore<Question | null>(null)

/**
 * Asks whether unsaved changes may be discarded. If a question is already open, it is answered with "keep", and the new one replaces it.
 * @returns whether to go on. If everything gets saved while a question about leaving is open, the answer is yes.
 */
export function askToDiscard(parting: Parting): Promise<boolean> {
  questionStore.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (discard: boolean) => {
      stopWatching()
      if (questionStore.get() === question) questionStore.set(null)
      resolve(discard)
    }
    const question = { parting, answer }
    // A save that was in progress may succeed while the question is open. A dialog itself decides what to show afterwards.
    const stopWatching = unsavedStore.subscribe(() => {
      if (!wouldLose(parting)) answer(parting !== 'close')
    })
    questionStore.set(question)
  })
}

/** Whether leaving the page, or ending the session, would lose something now. A dialog tracks its own changes. */
export function wouldLose(parting: Parting): boolean {
  return hasUnsaved() || (parting === 'logout' && countNoteDrafts() > 0)
}

/** Asks before an action that ends the session without leaving the page first. Resolves to whether the action may be performed. */
export async function mayEndSession(): Promise<boolean> {
  return !wouldLose('logout') || askToDiscard('logout')
}
