import { useSyncExternalStore } from 'react'

const QUERY = '(max-width: 720px)'

function watch(listener: () => void) {
  const list = matchMedia(QUERY)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the window is too narrow for panes side by side, as on a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(QUERY).matches)
}
