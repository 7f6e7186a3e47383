import { fileURLToPath } from 'node:url'
import { createFakeTicker } from '@winnow/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { keepConnectProcess, type ConnectProcess } from './keep-connect-process.ts'

const ENTRY = fileURLToPath(new URL('plain-child.fixture.ts', import.meta.url))
const START = {
  database: { runtimeUrl: '', ownerUrl: '' },
  mark: '',
  ports: { smtp: 0, ftp: 0, ftpTls: 0, dc09: 0, frontel: 0, ingest: 0 },
}
const WAIT = { timeout: 30_000, interval: 20 }

let kept: ConnectProcess | undefined
afterEach(() => kept?.stop())

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('the process that calls devices runs only while there is something to call, and is replaced when it is killed', async () => {
  const ticker = createFakeTicker()
  let wake = (): void => undefined
  let looks = 0
  let isNeeded = false
  kept = keepConnectProcess(() => START, {
    entry: ENTRY,
    log: createLogger({ level: 'info', write: () => undefined }),
    ticker,
    wakes: { on: (_, listener) => (wake = listener) },
    isNeeded: async () => {
      looks += 1
      return isNeeded
    },
  })
  const pid = (): Promise<number> =>
    vi.waitFor(async () => {
      const found = await kept?.metrics()
      expect(found).toMatch(/^\d+$/)
      return Number(found)
    }, WAIT)
  ticker.advance(60_000)
  await vi.waitFor(() => expect(looks).toBeGreaterThan(0), WAIT)
  expect(await kept.metrics()).toBe('')

  isNeeded = true
  wake()
  const first = await pid()
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(isThere(first)).toBe(false), WAIT)
  const second = await pid()
  expect(second).not.toBe(first)

  isNeeded = false
  ticker.advance(10_000)
  await vi.waitFor(() => expect(isThere(second)).toBe(false), WAIT)
  expect(await kept.metrics()).toBe('')
})
