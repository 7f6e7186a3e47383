import { setTimeout as wait } from 'node:timers/promises'
import { listAlarms } from '@winnow/contract'
import type { BrowserContext } from 'playwright-core'
import { logIn } from '../../../e2e/src/harness/api-client.ts'
import { openBrowser } from '../../../e2e/src/harness/browser.ts'
import { removeDataDir, startProduct } from '../../../e2e/src/harness/product.ts'
import { summarise, type Samples } from '../samples.ts'

const REPEATS = 5
/** The simulator of the demo sends its first alarms within seconds. */
const FIRST_ALARMS_MS = 120_000

interface FirstAlarm {
  /** An empty page of the same server: what the browser and the machine need for anything at all. */
  baseline: Samples
  /** A browser that was never here: everything is loaded. */
  cold: Samples
  /** The same again from its cache. */
  warm: Samples
}

/** From opening the address of the alarm list, logged in, to the first alarm's row on the screen. */
export async function measureFirstAlarm(): Promise<FirstAlarm> {
  const product = await startProduct({ settings: { WINNOW_DEMO: 'on' } })
  const browser = await openBrowser()
  try {
    const account = product.accounts['operator']
    if (!account) throw new Error('the demo has no operator')
    const api = await logIn(product.url, account)
    for (const end = Date.now() + FIRST_ALARMS_MS; (await api.call(listAlarms, { body: {} })).rows.length === 0;) {
      if (Date.now() > end) throw new Error('the simulator sent no alarm')
      await wait(500)
    }
    const [name = '', value = ''] = api.cookie.split(/=(.*)/s)
    const look = async (context: BrowserContext): Promise<number> => {
      const page = await context.newPage()
      const began = performance.now()
      await page.goto(`${product.url}/cams/alarms`)
      await page.locator('[role=listbox] [role=option]').first().waitFor()
      const took = performance.now() - began
      await page.close()
      return took
    }
    const [empty, cold, warm]: [number[], number[], number[]] = [[], [], []]
    for (let index = 0; index < REPEATS; index++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name, value, url: product.url }])
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
  } finally {
    await browser.close()
    await product.stop()
    await removeDataDir(product.dataDir)
  }
}
