import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { followLink } from './follow-link.ts'

/** Largest number of buttons pressed per page: a list repeats its buttons in every line. */
const MAX_BUTTONS = 20

/** Presses a button of the page as assistive technology does, even if another element covers it. */
const PRESS = "index => document.querySelectorAll('main button:enabled')[index]?.click()"

/** Visits each page and presses its buttons. Returns the requests that the server answered with 403, by page, and the number pressed. */
export async function pressEverything(
  page: Page,
  paths: Iterable<string>,
): Promise<{ forbidden: string[]; pressed: number }> {
  const forbidden = new Set<string>()
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.resourceType() === 'fetch') pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    const request = response.request()
    // The live stream never ends. All other responses are awaited.
    if (response.headers()['content-type']?.includes('event-stream')) pending.delete(request)
    if (response.status() === 403)
      forbidden.add(`${new URL(page.url()).pathname}: ${request.method()} ${new URL(response.url()).pathname}`)
  })
  const settled = async () => {
    await expect.poll(() => pending.size).toBe(0)
  }

  let pressed = 0
  for (const path of paths) {
    await followLink(page, path)
    await page.getByRole('heading').first().waitFor()
    await settled()
    const count = Math.min(await page.locator('main button:enabled').count(), MAX_BUTTONS)
    for (let index = 0; index < count; index++) {
      await page.evaluate(`(${PRESS})(${index})`)
      await page.keyboard.press('Escape')
    }
    await settled()
    pressed += count
  }
  return { forbidden: [...forbidden], pressed }
}
