import { setTimeout as wait } from 'node:timers/promises'
import { listAlarms } from '@winnow/contract'
import type { BrowserContext } from 'playwright-core'
import { logIn } from '../../../e2e/src/harness/api-client.ts'
import { openBrowser } from '../../../e2e/src/harness/open-browser.ts'
import { removeDataDir, startProduct, type Product } from '../../../e2e/src/harness/product.ts'
import { cookiesOf } from '../seed/start-on-seed.ts'

/** Time limit for the demo's alarms. Its simulator sends the first ones within seconds. */
const ALARMS_MS = 300_000

/** The demo with sending cameras, and browsers of its operator. */
export interface RunningDemo {
  product: Product
  /** Opens a browser context with an empty cache, logged in. */
  openContext: () => Promise<BrowserContext>
  /** Waits until the list has `count` alarms. */
  hasAlarms: (count: number) => Promise<void>
}

/** Starts the demo, runs `work` with it, and removes it afterwards. */
export async function withDemo<T>(work: (demo: RunningDemo) => Promise<T>): Promise<T> {
  const product = await startProduct({ settings: { WINNOW_DEMO: 'on' } })
  const browser = await openBrowser()
  try {
    const account = product.accounts['operator']
    if (!account) throw new Error('the demo has no operator')
    const api = await logIn(product.url, account)
    return await work({
      product,
      async openContext() {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        await context.addCookies(cookiesOf(api.cookie, product.url))
        return context
      },
      async hasAlarms(count) {
        for (const end = Date.now() + ALARMS_MS; (await api.call(listAlarms, { body: {} })).rows.length < count;) {
          if (Date.now() > end) throw new Error(`the simulator sent no ${count} alarms`)
          await wait(500)
        }
      },
    })
  } finally {
    await browser.close()
    await product.stop()
    await removeDataDir(product.dataDir)
  }
}
