import { useSyncExternalStore } from 'react'

function watchHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token of the link: the fragment of the address, which the browser sends to no server. */
export const useToken = (): string => useSyncExternalStore(watchHash, () => location.hash.slice(1))
