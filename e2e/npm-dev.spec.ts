// Tests the command of CONTRIBUTING.md, as developers run it.
import { getSession } from '@winnow/contract'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { removeDataDir, startProduct, type Product } from './src/harness/product.ts'

let product: Product | undefined
afterEach(async () => {
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
  product = undefined
})

/** A port that is free at the moment. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return String(address.port)
}

const readies = ({ output }: Product): number => output.filter((line) => line.startsWith('Winnow is ready: ')).length

it('npm run dev serves the console from its sources, restarts the server when one of its files changes, keeps the session, and ends at Ctrl-C', async () => {
  const serverPort = await freePort()
  product = await startProduct({
    command: 'npm run dev',
    settings: {
      WINNOW_HTTP_PORT: serverPort,
      WINNOW_INGEST_PORT: '0',
      WINNOW_PROBES_PORT: '0',
      WINNOW_DEV_PORT: '0',
    },
  })
  const { url } = product
  expect(url).not.toContain(serverPort)
  const page = await (await fetch(url)).text()
  expect(page).toContain('/@vite/client')
  expect(page).toContain('/src/main.tsx')

  const account = product.accounts['super']
  if (!account) throw new Error('no account was printed')
  const api = await logIn(url, account)
  const live = await fetch(`${url}/api/v1/server-sent-events`, { headers: { cookie: api.cookie } })
  expect(live.headers.get('content-type')).toContain('text/event-stream')
  await live.body?.cancel()

  // Changes only the file's time and not its content, so that other work is not disturbed.
  const source = fileURLToPath(new URL('../apps/server/src/version.ts', import.meta.url))
  await utimes(source, new Date(), new Date())
  await expect.poll(() => product && readies(product), { timeout: 60_000, interval: 100 }).toBe(2)
  expect(product.output.filter((line) => line.includes('version.ts has changed'))).toHaveLength(1)
  // The server ended in order before the restart: its database was closed, and its ports were free again.
  expect(product.output.filter((line) => line.includes('"code":0,"msg":"ended"')).length).toBeGreaterThan(0)
  expect((await api.call(getSession)).user?.email).toBe(account.email)

  const ended = once(product.process, 'exit')
  process.kill(-(product.process.pid ?? 0), 'SIGINT')
  await ended
  expect(product.output.at(-1)).toBe('Ended.')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  await expect(fetch(`http://127.0.0.1:${serverPort}`)).rejects.toThrow('fetch failed')
})
