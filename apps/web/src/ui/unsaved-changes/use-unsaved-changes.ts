import { useId, useLayoutEffect } from 'react'
import { useDialogScope } from './dialog-scope.ts'
import { unsavedStore } from './unsaved-store.ts'

/**
 * Guards a form's changes: its dialog asks before closing, and its page asks before it is left or reloaded.
 * @param isDirty whether the form differs from what was loaded; text that was typed and removed again is no difference
 * @param isSaving whether it is being saved; its dialog then stays open to show the result
 */
export function useUnsavedChanges(isDirty: boolean, isSaving = false): void {
  const id = useId()
  const dialog = useDialogScope()?.id
  // Runs before the browser handles the next key: an Escape right after a letter must find the form registered.
  useLayoutEffect(() => {
    if (!isDirty && !isSaving) return undefined
    unsavedStore.set((forms) => new Map(forms).set(id, { dialog, isDirty, isSaving }))
    return () => unsavedStore.set((forms) => new Map([...forms].filter(([other]) => other !== id)))
  }, [id, dialog, isDirty, isSaving])
}
