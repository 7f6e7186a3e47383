import { z } from 'zod'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createStoredStore } from '../../../lib/stored.ts'

/** Whether this browser is in quiet mode: new true alarms are only counted, without sound, notification or announcement. */
export const quietStore = createStoredStore('winnow.quiet', z.boolean(), false)

/** The true alarms that quiet mode has counted, with the id of the user whose alarms they are. Shared by all tabs, since only one tab counts. */
const quietCountStore = createStoredStore(
  'winnow.quiet-count',
  z.object({ user: z.string(), n: z.number() }).nullable(),
  null,
)

const user = () => sessionStore.get().user?.id ?? ''

/** Adds new true alarms to the count. */
export function countQuietly(n: number): void {
  quietCountStore.set((known) => ({ user: user(), n: n + (known?.user === user() ? known.n : 0) }))
}

/** The count of this user since quiet mode was switched on. */
export const quietCount = {
  subscribe: quietCountStore.subscribe,
  get: (): number => {
    const known = quietCountStore.get()
    return known?.user === user() ? known.n : 0
  },
}

/** Switches quiet mode on or off. The count starts at zero. */
export function setQuiet(isQuiet: boolean): void {
  quietCountStore.set(null)
  quietStore.set(isQuiet)
}
