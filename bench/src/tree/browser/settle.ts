import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE, liveStream } from '@winnow/contract'
import type { Page, Request } from 'playwright-core'

/** How long no request may be under way until a page counts as settled, in milliseconds. */
const QUIET_MS = 200

const underWay = new WeakMap<Page, Set<Request>>()

/** Requests for data and pictures. The live stream never ends and does not count. */
const counts = (request: Request) => request.url().includes(API_BASE) && !request.url().endsWith(liveStream.path)

/** Counts the requests of a page from now on, for {@link settle}. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => counts(request) && void requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Resolves when no request has been under way for a moment. */
export async function settle(page: Page): Promise<void> {
  const requests = underWay.get(page)
  let quiet = 0
  while (quiet < QUIET_MS) {
    await wait(20)
    quiet = requests === undefined || requests.size === 0 ? quiet + 20 : 0
  }
}
