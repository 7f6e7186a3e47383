import { createContext, useContext } from 'react'

interface DialogScope {
  id: string
  /** Closes the dialog. Asks first if something in it is not saved, and does nothing during a save. */
  close: () => void
}

export const DialogScopeContext = createContext<DialogScope | null>(null)

/** The dialog around the caller; null on a page. */
export function useDialogScope(): DialogScope | null {
  return useContext(DialogScopeContext)
}
