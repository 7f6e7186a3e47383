import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { removeDataDir, startProduct, type Account, type Product } from './product.ts'

/** The product with the demo's accounts, clients and cameras, and a browser. */
export interface Demo {
  product: Product
  browser: Browser
  account(name: 'super' | 'admin' | 'operator'): Account
  close(): Promise<void>
}

/** Starts the demo. Its cameras send nothing, because their alarms would take processor time from the journey. */
export async function startDemo(settings: Record<string, string> = {}): Promise<Demo> {
  const product = await startProduct({ isPrepared: true, settings: { WINNOW_DEMO: 'still', ...settings } })
  const stop = async () => {
    await product.stop()
    await removeDataDir(product.dataDir)
  }
  try {
    const browser = await openBrowser()
    return {
      product,
      browser,
      account: (name) => {
        const found = product.accounts[name]
        if (!found) throw new Error(`no account of ${name} was printed`)
        return found
      },
      close: async () => {
        await browser.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
