import { z } from 'zod'
import { useStore } from '../../../lib/create-store.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createStoredStore } from '../../../lib/stored.ts'

/** The users of this browser who want the next alarm to open as soon as they have labelled one. */
const labelNextStore = createStoredStore('winnow.label-next', z.array(z.string()), [])

const userId = () => sessionStore.get().user?.id ?? ''

/** Whether labelling an alarm opens the next one, which this user has chosen. The specification's keys only label. */
export const opensNext = (): boolean => labelNextStore.get().includes(userId())

export const useOpensNext = (): boolean => useStore(labelNextStore, (users) => users.includes(userId()))

export const toggleOpensNext = (): void => {
  const user = userId()
  labelNextStore.set((users) => (users.includes(user) ? users.filter((other) => other !== user) : [...users, user]))
}
