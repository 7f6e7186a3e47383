import type { BrowserContext } from 'playwright-core'
import { logIn, type ApiClient } from '../../../e2e/src/harness/api-client.ts'
import { openBrowser } from '../../../e2e/src/harness/open-browser.ts'
import type { Account, Product } from '../../../e2e/src/harness/product.ts'
import { COMPANY } from '../seed/alarm-seed.ts'
import { cookiesOf, startOnSeed } from '../seed/start-on-seed.ts'
import { operatorSeed } from './operator-seed.ts'

/** The product with many alarms, and a browser of a user who may see them all. */
export interface RunningAlarms {
  product: Product
  account: Account
  api: ApiClient
  context: BrowserContext
}

/** Starts the product on the seeded alarms, runs `work` with a browser, and stops both. The data are kept. */
export async function withAlarms<T>(alarms: number, work: (running: RunningAlarms) => Promise<T>): Promise<T> {
  const { product, account } = await startOnSeed(operatorSeed(alarms), COMPANY.company)
  try {
    const browser = await openBrowser()
    try {
      const api = await logIn(product.url, account)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies(cookiesOf(api.cookie, product.url))
      return await work({ product, account, api, context })
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

export const LIST = { name: 'Alarms, newest first' } as const
