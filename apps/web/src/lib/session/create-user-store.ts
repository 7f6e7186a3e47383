import { createStore, type Store } from '../create-store.ts'
import { sessionStore } from './session-store.ts'

/** Called when a user has logged out or another has logged in, but not when a session only expired. */
function onUserGone(listener: () => void): void {
  const whose = () => sessionStore.get().user?.id
  let last = whose()
  sessionStore.subscribe(() => {
    const before = last
    last = whose()
    if (before !== undefined && before !== last) listener()
  })
}

/** A store for a user's unfinished work. It survives an expired session, and is reset when its user logs out or another user logs in. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore(initial)
  onUserGone(() => store.set(() => initial))
  return store
}
