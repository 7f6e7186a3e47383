import type { Locator, Page } from 'playwright-core'

/** More presses than any screen has places to stop at. */
const MOST_TABS = 120

const inFocus = (place: Locator) => place.and(place.page().locator(':focus'))

/** Waits until the focus is there by itself. */
export const focusOn = (place: Locator): Promise<void> => inFocus(place).waitFor()

/** Presses Tab until the place has the focus; one that cannot be reached so fails. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if ((await inFocus(place).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by Tab: ${place.toString()}`)
}
