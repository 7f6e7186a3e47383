import { leavePage } from './leave-page.ts'

/** A navigation whose target address is not known yet. */
export interface Departure {
  go(url: string): void
  /** Cancels it: the address never came. */
  cancel(): void
}

const NAME = 'winnow-login'

/** Whether this window was opened by {@link inNewWindow}. Browsers may reset the name while the window shows another site. */
export const isOwnWindow = (): boolean => window.name === NAME

/** Navigates in the current window. */
export const inThisWindow: Departure = { go: leavePage, cancel: () => undefined }

/** Opens a small window at once, since browsers allow that only directly after a click. If they refuse, the current window navigates. */
export function inNewWindow(): Departure {
  const opened = window.open('about:blank', NAME, 'popup,width=520,height=700')
  if (!opened) return inThisWindow
  return { go: (url) => opened.location.replace(url), cancel: () => opened.close() }
}
