import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** A pause between two measurements, so that work that the first one has caused does not disturb the second. */
const BETWEEN_MS = 150
const LIMIT_MS = 20_000

/**
 * Runs in the page. The clock starts with the next key press, or at once for a change of the address. It stops when a frame has been painted
 * in which the condition is true: the condition is checked before each frame, and a message sent within a frame arrives after it was painted.
 */
export const INSTALL_STOPWATCH = `globalThis.startWatch = (condition, address) => {
  const isDone = new Function('seen', 'return ' + condition)
  const seen = {}
  globalThis.watched = new Promise((resolve) => {
    const begin = (start) => {
      const look = () => {
        if (!isDone(seen)) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - start)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    if (address === undefined) addEventListener('keydown', (event) => begin(event.timeStamp), { once: true, capture: true })
    else {
      begin(performance.now())
      history.replaceState(history.state, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }
  })
}`

async function read(page: Page): Promise<number> {
  const took = await Promise.race([page.evaluate<number>('watched'), wait(LIMIT_MS)])
  if (took === undefined) throw new Error(`nothing was shown within ${LIMIT_MS} ms of ${page.url()}`)
  await wait(BETWEEN_MS)
  return took
}

/**
 * The time in milliseconds from a key press to the painted frame in which a condition is true.
 * @param condition a JavaScript expression. It may keep what it has seen in earlier frames in the object `seen`
 */
export async function timeKey(page: Page, key: string, condition: string): Promise<number> {
  await page.evaluate(`startWatch(${JSON.stringify(condition)})`)
  await page.keyboard.press(key)
  return read(page)
}

/** The time from a change of the address, as a link or a chip of the console makes it, to the painted frame. */
export async function timeAddress(page: Page, address: string, condition: string): Promise<number> {
  await page.evaluate(`startWatch(${JSON.stringify(condition)}, ${JSON.stringify(address)})`)
  return read(page)
}

/** The condition that the tree has begun to load other rows and shows them now. */
export const ROWS_SHOWN = `(() => {
  const isLate = document.querySelector('nav [data-late], nav [aria-busy=true]') !== null
  seen.late ||= isLate
  return seen.late && !isLate
})()`
