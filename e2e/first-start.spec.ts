import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { startProduct, type Product } from './src/harness/product.ts'

let dataDir: string
let product: Product | undefined
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'winnow-first-'))))
afterEach(async () => {
  await product?.stop()
  product = undefined
  await rm(dataDir, { recursive: true, force: true })
})

it('a first start that fails late creates no accounts; the next start shows passwords that work, and the start after that shows none', async () => {
  // A certificate with only a valid first line: the check of the settings accepts it, and listening fails.
  const file = join(dataDir, 'broken.pem')
  await writeFile(file, '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n')
  const failing = startProduct({ dataDir, settings: { WINNOW_TLS_CERT_FILE: file, WINNOW_TLS_KEY_FILE: file } })
  await expect(failing).rejects.toThrow(/ended before it was ready/)
  product = await startProduct({ dataDir })
  expect(Object.keys(product.accounts)).toEqual(['super'])
  const account = product.accounts['super'] ?? { email: '', password: '' }
  expect((await logIn(product.url, account)).cookie).toContain('winnow_session=')
  expect(await product.stop()).toBe(0)

  product = await startProduct({ dataDir })
  expect(product.accounts).toEqual({})
  // Even when it is stopped at the moment of readiness, the product ends in order.
  expect(await product.stop()).toBe(0)
})
