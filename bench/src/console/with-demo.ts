import { setTimeout as wait } from 'node:timers/promises'
import { listAlarms } from '@winnow/contract'
import type { BrowserContext } from 'playwright-core'
import { logIn } from '../../../e2e/src/harness/api-client.ts'
import { openBrowser } from '../../../e2e/src/harness/browser.ts'
import { removeDataDir, startProduct, type Product } from '../../../e2e/src/harness/product.ts'

/** The simulator of the demo sends its first alarms within seconds. */
const ALARMS_MS = 300_000

/** The demo with its cameras sending, and browsers of its operator. */
export interface RunningDemo {
  product: Product
  /** A browser that was never here, logged in. */
  openContext: () => Promise<BrowserContext>
  /** Waits until the list has so many alarms. */
  hasAlarms: (count: number) => Promise<void>
}

/** Starts the demo, does something with it, and takes it away again. */
export async function withDemo<T>(work: (demo: RunningDemo) => Promise<T>): Promise<T> {
  const product = await startProduct({ settings: { WINNOW_DEMO: 'on' } })
  const browser = await openBrowser()
  try {
    const account = product.accounts['operator']
    if (!account) throw new Error('the demo has no operator')
    const api = await logIn(product.url, account)
    const [name = '', value = ''] = api.cookie.split(/=(.*)/s)
    return await work({
      product,
      async openContext() {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        await context.addCookies([{ name, value, url: product.url }])
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
