import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { apiWith, logIn, type ApiClient } from '../../../../e2e/src/harness/api-client.ts'
import { openBrowser } from '../../../../e2e/src/harness/open-browser.ts'
import type { Product } from '../../../../e2e/src/harness/product.ts'
import { cookiesOf, startOnSeed } from '../../seed/start-on-seed.ts'
import { treeSeed } from '../../seed/tree-seed.ts'
import { settle, watchRequests } from './settle.ts'
import { INSTALL_STOPWATCH } from './stopwatch.ts'

/** The product with a seeded company, and the tree in a browser of its administrator. */
export interface RunningTree {
  product: Product
  api: ApiClient
  context: BrowserContext
  page: Page
  devtools: CDPSession
}

/** Starts the product on the seeded data, runs `work` with a browser, and stops both. The data are kept. */
export async function withTree<T>(scenario: Scenario, work: (tree: RunningTree) => Promise<T>): Promise<T> {
  const { product, account } = await startOnSeed(treeSeed(scenario), companyOf(scenario))
  const browser = await openBrowser()
  try {
    const { cookie } = await logIn(product.url, account)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await context.addCookies(cookiesOf(cookie, product.url))
    await context.addInitScript(INSTALL_STOPWATCH)
    const page = await context.newPage()
    watchRequests(page)
    const devtools = await context.newCDPSession(page)
    return await work({ product, api: apiWith(product.url, cookie), context, page, devtools })
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Opens an address of the tree, and waits until its rows and their counts are there. */
export async function openTree({ page, product }: RunningTree, search = ''): Promise<void> {
  await page.goto(`${product.url}/cams/clients${search}`)
  await page.locator('[role=treeitem]').first().waitFor()
  await settle(page)
}
