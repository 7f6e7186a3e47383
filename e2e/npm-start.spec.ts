// Tests the command of the README, as a new user runs it.
import { getHome, listAlarms } from '@winnow/contract'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type ApiClient, logIn } from './src/harness/api-client.ts'
import { removeDataDir, startProduct, type Product } from './src/harness/product.ts'

let product: Product | undefined
afterEach(async () => {
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
  product = undefined
})

const OF_A_NEWCOMER = { WINNOW_DEMO: 'on', WINNOW_DEADLINE_SECONDS: '60' }

/** Milliseconds for a first start, its first alarms, and whoever walks through the stream half a minute later. */
const SLOW = 300_000

/** The verdict on whoever walks through the stream of the demo's camera first; null before. */
async function verdictOfStream(api: ApiClient): Promise<string | null> {
  const { rows } = await api.call(listAlarms, { body: {} })
  return rows.find(({ viewName }) => viewName === 'Visitor entrance')?.verdict ?? null
}

it(
  'npm start shows received and filtered alarms within a minute, and ends in order at Ctrl-C',
  async () => {
    product = await startProduct({ command: 'npm start', settings: OF_A_NEWCOMER })
    expect((await fetch(product.url)).headers.get('content-type')).toContain('text/html')
    const operator = product.accounts['operator']
    if (!operator) throw new Error('no operator was printed')
    const api = await logIn(product.url, operator)
    await expect
      .poll(async () => (await api.call(getHome)).filtered, { timeout: 60_000, interval: 500 })
      .toBeGreaterThan(0)
    await expect.poll(() => verdictOfStream(api), { timeout: 90_000, interval: 500 }).toBe('true')
    const ended = once(product.process, 'exit')
    process.kill(-(product.process.pid ?? 0), 'SIGINT')
    // The signal kills npm itself. The log shows how the server ended.
    await ended
    expect(product.output.at(-1)).toContain('"code":0,"msg":"ended"')
  },
  SLOW,
)

it('npm start reports a busy port in one line, and ends with an error', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
  const port = String((taken.address() as AddressInfo).port)
  const failing = startProduct({ command: 'npm start', settings: { WINNOW_HTTP_PORT: port } })
  await expect(failing).rejects.toThrow(
    new RegExp(
      `Port ${port} on 127.0.0.1 \\(console and API\\) is in use: stop what uses it, or set WINNOW_HTTP_PORT.$`,
    ),
  )
  taken.close()
})
