import { useEffect, useId } from 'react'
import { createStore, useStore } from '../lib/create-store.ts'

/** Open dialogs, the one that was opened last on top. */
const stackStore = createStore<readonly string[]>([])

/** Where the component library puts the lowest dialog. */
const LOWEST = 200

/**
 * Puts a dialog above those that are open already, wherever it stands in the page: a session that ends while a dialog is open asks
 * for the login above it. Escape is for the uppermost alone.
 */
export function useDialogLayer(opened: boolean): { zIndex: number; isTop: boolean } {
  const id = useId()
  useEffect(() => {
    if (!opened) return undefined
    stackStore.set((stack) => [...stack, id])
    return () => stackStore.set((stack) => stack.filter((each) => each !== id))
  }, [opened, id])
  const stack = useStore(stackStore)
  const level = stack.indexOf(id)
  return { zIndex: LOWEST + Math.max(level, 0), isTop: level === stack.length - 1 }
}
