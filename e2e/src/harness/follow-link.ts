import type { Page } from 'playwright-core'

/** The console's router, which it leaves in the window: it says when the page it went to is drawn. */
const FOLLOW = 'path => __TSR_ROUTER__.navigate({ href: path }).then(() => location.pathname + location.search)'

/**
 * Goes to a page of the console as a link to it does, and waits until it is drawn: a tenth of the work of loading it all anew.
 * A page that cannot be left so, as one with something half typed, is left by a load.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  const reached = await page.evaluate(`(${FOLLOW})(${JSON.stringify(path)})`)
  if (reached === pathname + search) await page.goto(path)
}
