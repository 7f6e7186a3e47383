import type { BrowserContext } from 'playwright-core'
import { summarise, type Samples } from '../samples.ts'
import type { RunningDemo } from './with-demo.ts'

const REPEATS = 5

interface FirstAlarm {
  /** Loading an empty page of the same server: the minimum time of the browser and the machine. */
  baseline: Samples
  /** The first load in a browser with an empty cache, in which everything is fetched. */
  cold: Samples
  /** The second load in the same browser, with a filled cache. */
  warm: Samples
}

/** Measures the time from opening the URL of the alarm list, logged in, to the first alarm's row on the screen. */
export async function measureFirstAlarm({ product, openContext, hasAlarms }: RunningDemo): Promise<FirstAlarm> {
  await hasAlarms(1)
  const look = async (context: BrowserContext): Promise<number> => {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${product.url}/cams/alarms`)
    await page.getByRole('listbox', { name: 'Alarms, newest first' }).getByRole('option').first().waitFor()
    const took = performance.now() - began
    await page.close()
    return took
  }
  const [empty, cold, warm]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < REPEATS; index++) {
    const context = await openContext()
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${product.url}/favicon.svg`)
    empty.push(performance.now() - began)
    await page.close()
    cold.push(await look(context))
    warm.push(await look(context))
    await context.close()
  }
  return { baseline: summarise(empty), cold: summarise(cold), warm: summarise(warm) }
}
