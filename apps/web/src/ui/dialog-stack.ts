import { useEffect, useId, useState } from 'react'
import { createStore, useStore } from '../lib/create-store.ts'

interface Layer {
  id: string
  /** Who had the focus before this dialog, then before the one beneath it, and so on. */
  openers: readonly HTMLElement[]
}

/** Open dialogs, the one that was opened last on top. */
const stackStore = createStore<readonly Layer[]>([])

/** Where the component library puts the lowest dialog. */
const LOWEST = 200

/** The key that closes a dialog must be over, or it presses the button that gets the focus back. */
const FOCUS_BACK_MS = 10

/** Gives the focus to the first that is still there to take it. */
function focusFirst(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (element.ownerDocument.activeElement === element) return
  }
}

/** Gives the focus back once a dialog is closed, unless another dialog stands in its place or somebody else took the focus. */
function giveFocusBack(openers: readonly HTMLElement[], level: number): void {
  // The page may be gone when the time has come.
  const page = document
  const last = page.activeElement
  setTimeout(() => {
    const holder = page.activeElement
    const isFree = holder === null || holder === page.body || holder === last
    if (isFree && stackStore.get().length <= level) focusFirst(openers)
  }, FOCUS_BACK_MS)
}

/**
 * Puts a dialog above those that are open already, wherever it stands in the page: a session that ends while a dialog is open asks
 * for the login above it. Escape is for the uppermost alone. Closed, it gives the focus back to who had it: where that is gone, as
 * the button of a dialog that this one followed, to who had it before.
 */
export function useDialogLayer(opened: boolean): { zIndex: number; isTop: boolean } {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
  const [openers, setOpeners] = useState<readonly HTMLElement[]>([])
  // Noted while rendering: a field of the dialog with `autoFocus` has taken the focus before any effect of the dialog runs.
  if (opened !== wasOpened) {
    setWasOpened(opened)
    const opener = document.activeElement
    if (opened)
      setOpeners([...(opener instanceof HTMLElement ? [opener] : []), ...(stackStore.get().at(-1)?.openers ?? [])])
  }
  useEffect(() => {
    if (!opened) return undefined
    stackStore.set((stack) => [...stack, { id, openers }])
    return () => {
      const level = stackStore.get().findIndex((layer) => layer.id === id)
      stackStore.set((stack) => stack.filter((layer) => layer.id !== id))
      giveFocusBack(openers, level)
    }
  }, [opened, id, openers])
  const stack = useStore(stackStore)
  const level = stack.findIndex((layer) => layer.id === id)
  return { zIndex: LOWEST + Math.max(level, 0), isTop: level === stack.length - 1 }
}
