import { createUserStore } from '../../lib/session/create-user-store.ts'

interface Unsaved {
  /** The dialog that contains the form; undefined on a page. */
  dialog: string | undefined
  isDirty: boolean
  isSaving: boolean
}

/** The forms on screen that have unsaved changes or are being saved. */
export const unsavedStore = createUserStore<ReadonlyMap<string, Unsaved>>(new Map())

/** Whether leaving the page would lose anything. */
export function hasUnsaved(): boolean {
  return Array.from(unsavedStore.get().values()).some((form) => form.isDirty)
}

/** The state of all forms of one dialog. */
export function stateOfDialog(id: string): { isDirty: boolean; isSaving: boolean } {
  const forms = Array.from(unsavedStore.get().values()).filter((form) => form.dialog === id)
  return { isDirty: forms.some((form) => form.isDirty), isSaving: forms.some((form) => form.isSaving) }
}
