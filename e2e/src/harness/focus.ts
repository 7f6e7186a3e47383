import type { Locator, Page } from 'playwright-core'

/** The maximum number of Tab presses, above the number of focusable elements of any screen. */
const MAX_TABS = 120

const inFocus = (place: Locator) => place.and(place.page().locator(':focus'))

/** Waits until the element has the focus, without moving it. */
export const focusOn = (place: Locator): Promise<void> => inFocus(place).waitFor()

/** Presses Tab until the element has the focus. Fails if Tab cannot reach it. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if ((await inFocus(place).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by Tab: ${place.toString()}`)
}
