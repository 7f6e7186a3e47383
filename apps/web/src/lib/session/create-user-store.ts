import { createStore, type Store } from '../create-store.ts'
import { sessionStore } from './session-store.ts'

/** Hears when somebody is logged in no more, or as another; not when a session only expired. */
function onUserGone(listener: () => void): void {
  const whose = () => sessionStore.get().user?.id
  let last = whose()
  sessionStore.subscribe(() => {
    const before = last
    last = whose()
    if (before !== undefined && before !== last) listener()
  })
}

/** A store of what somebody began: it outlives a session that only expired, and begins anew when its user is gone. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore(initial)
  onUserGone(() => store.set(() => initial))
  return store
}
