import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { summarise, type Samples } from '../samples.ts'
import type { RunningDemo } from './with-demo.ts'

/** The console's own measurement for every selected alarm: from the key press to the painted picture. */
export const KEY_TO_PICTURE = 'alarm:key-to-picture'
export const KEY_TO_PAINT = 'bench:key-to-paint'
/** A key without a function in the console. */
export const IDLE_KEY = 'F9'
const STEPS = 15
/** How long an operator views an alarm before the next one. The console prefetches pictures in this time. */
const LOOK_MS = 1_000

/** Uses the console's definition of "painted": a message sent within a frame arrives after that frame was painted. Runs in the page. */
export const MEASURE_IDLE_KEY = `addEventListener('keydown', ({ key }) => {
  if (key !== '${IDLE_KEY}') return
  const start = performance.now()
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => performance.measure('${KEY_TO_PAINT}', { start, end: performance.now() }))
    port1.start()
    port2.postMessage(null)
  })
})`

interface NextPicture {
  /** From a key without a function to the next painted frame: the minimum time of the browser and the machine for any key. */
  baseline: Samples
  /** From the arrow key to the picture of the next alarm. */
  picture: Samples
}

/** Presses a key and waits until the page has recorded the measurement. */
async function press(page: Page, key: string, measure: string): Promise<void> {
  const before = await page.evaluate((name) => performance.getEntriesByName(name).length, measure)
  await page.keyboard.press(key)
  await page.waitForFunction(([name, count]) => performance.getEntriesByName(name).length > count, [
    measure,
    before,
  ] as const)
  await wait(LOOK_MS)
}

const durations = (page: Page, measure: string): Promise<number[]> =>
  page.evaluate((name) => performance.getEntriesByName(name).map(({ duration }) => duration), measure)

/** Measures the time from the arrow key to the picture of the next alarm in the list, as recorded by the page. */
export async function measureNextPicture({ product, openContext, hasAlarms }: RunningDemo): Promise<NextPicture> {
  await hasAlarms(STEPS + 1)
  const context = await openContext()
  const page = await context.newPage()
  await page.goto(`${product.url}/cams/alarms`)
  await page.getByRole('listbox', { name: 'Alarms, newest first' }).getByRole('option').first().waitFor()
  await page.evaluate(MEASURE_IDLE_KEY)
  await wait(LOOK_MS)
  for (let step = 0; step < STEPS; step++) {
    await press(page, IDLE_KEY, KEY_TO_PAINT)
    await press(page, 'ArrowDown', KEY_TO_PICTURE)
  }
  const [idle, pictures] = [await durations(page, KEY_TO_PAINT), await durations(page, KEY_TO_PICTURE)]
  await context.close()
  return { baseline: summarise(idle), picture: summarise(pictures) }
}
