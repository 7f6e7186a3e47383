import { useEffect, useId, useState } from 'react'
import { createStore, useStore } from '../lib/create-store.ts'

interface Layer {
  id: string
  /** The elements that had the focus before each dialog opened: first for this dialog, then for the dialog beneath it, and so on. */
  openers: readonly HTMLElement[]
}

/** Open dialogs, the latest on top. */
const stackStore = createStore<readonly Layer[]>([])

/** The component library's z-index for the lowest dialog. */
const LOWEST = 200

/** The delay before the focus returns. The key press that closed the dialog must have ended, or it would activate the focused button. */
const FOCUS_BACK_MS = 10

/** Focuses the first of the elements that still exists and accepts the focus. */
function focusFirst(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (element.ownerDocument.activeElement === element) return
  }
}

interface FocusReturn {
  openers: readonly HTMLElement[]
  /** The element with the focus when the dialog closed, for example a button that disappears with it. */
  last: Element | null
}

/** The pending return of the focus. */
let underWay: FocusReturn | null = null

/** Whether nothing has taken the focus since a dialog closed. */
function isFree({ last }: FocusReturn): boolean {
  const holder = document.activeElement
  return holder === null || holder === document.body || holder === last
}

/** Returns the focus after a dialog has closed, unless another dialog opened or something else took the focus. */
function giveFocusBack(openers: readonly HTMLElement[], level: number): void {
  const focusReturn = { openers, last: document.activeElement }
  underWay = focusReturn
  setTimeout(() => {
    if (underWay === focusReturn) underWay = null
    // By now, the page may have been closed.
    if (typeof document === 'undefined') return
    if (isFree(focusReturn) && stackStore.get().length <= level) focusFirst(openers)
  }, FOCUS_BACK_MS)
}

/** The elements that get the focus back from a dialog that opens now. */
function findOpeners(): readonly HTMLElement[] {
  // A dialog that opens right after another one closed (after two quick key presses) opens before the focus has returned.
  if (underWay && isFree(underWay)) return underWay.openers
  const holder = document.activeElement
  // The body has the focus when no element has it, so it is not an element to return to.
  const opener = holder instanceof HTMLElement && holder !== document.body ? [holder] : []
  return [...opener, ...(stackStore.get().at(-1)?.openers ?? [])]
}

/**
 * Stacks a dialog above those that are already open, wherever it is in the page: when a session ends while a dialog is open, the login
 * appears above it. Only the topmost dialog handles Escape. On closing, the focus returns to the element that had it. If that element no
 * longer exists, for example a button of the previous dialog, the focus goes to the element that had it before.
 */
export function useDialogLayer(opened: boolean): { zIndex: number; isTop: boolean } {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
  const [openers, setOpeners] = useState<readonly HTMLElement[]>([])
  // Recorded during rendering: a field with `autoFocus` takes the focus before any effect of the dialog runs.
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setOpeners(findOpeners())
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
