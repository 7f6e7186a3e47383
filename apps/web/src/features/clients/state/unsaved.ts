import { useEffect, useId } from 'react'
import { createUserStore } from '../../../lib/session/create-user-store.ts'

/** Forms on the screen with something that is not saved. */
export const unsavedStore = createUserStore<ReadonlySet<string>>(new Set())

/** Tells the page whether this form holds something that is not saved. */
export function useUnsaved(dirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!dirty) return undefined
    unsavedStore.set((ids) => new Set([...ids, id]))
    return () => unsavedStore.set((ids) => new Set([...ids].filter((other) => other !== id)))
  }, [dirty, id])
}

/** Lets the next navigation pass: what was typed has just been saved. */
export function forgetUnsaved(): void {
  unsavedStore.set(new Set())
}
