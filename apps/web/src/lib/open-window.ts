import { leavePage } from './leave-page.ts'

/** A way to another address that is not known yet. */
export interface Departure {
  go(url: string): void
  /** The address never came. */
  cancel(): void
}

const NAME = 'winnow-login'

/** Whether this window was opened by {@link inNewWindow}. Browsers may forget it while the window shows another site. */
export const isOwnWindow = (): boolean => window.name === NAME

/** Leaves the page itself. */
export const inThisWindow: Departure = { go: leavePage, cancel: () => undefined }

/**
 * Opens a small window, at once, since browsers allow one only while a click is fresh. Where they allow none, the page itself leaves.
 */
export function inNewWindow(): Departure {
  const opened = window.open('about:blank', NAME, 'popup,width=520,height=700')
  if (!opened) return inThisWindow
  return { go: (url) => opened.location.replace(url), cancel: () => opened.close() }
}
