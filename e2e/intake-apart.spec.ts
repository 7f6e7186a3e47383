// A separate process receives alarms: neither the console nor the analysis can delay a camera.
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { createToken, getViewIntake } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { childrenOf } from './src/harness/children-of.ts'
import { sendMailFlood } from './src/harness/mail-flood.ts'
import { removeDataDir, startProduct, type Product } from './src/harness/product.ts'

const MEBIBYTE = 1024 * 1024

let product: Product
let api: ApiClient
let viewId: string
let token: string
let jpeg: Buffer

// All tests share one data folder. The last two end its product.
beforeAll(async () => {
  product = await startProduct({ isPrepared: true, settings: { WINNOW_DEMO: 'still' } })
  const account = product.accounts['admin']
  if (!account) throw new Error('no administrator was printed')
  api = await logIn(product.url, account)
  ;({ viewId } = await createJourneyCamera(api, 'Apart'))
  token = (await api.call(createToken, { body: { name: 'Gate', tokenType: 'ingest' } })).secret
  const [scene] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 640, height: 360 })
  jpeg = scene?.jpeg ?? Buffer.alloc(0)
})

afterAll(async () => {
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
})

const upload = (
  url: string,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
  { camera, body }: { camera: string; body: string | Uint8Array<ArrayBuffer> } = {
    camera: viewId,
    body: new Uint8Array(jpeg),
  },
) =>
  fetch(`${url}/api/v1/ingest/alarm?view=${camera}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', ...headers },
    body,
  })

/** The intake process from the machine's process list. */
const intakePids = (): number[] => childrenOf(product.process.pid, 'intake-main.ts')

async function intakePid(): Promise<number> {
  const [pid] = intakePids()
  if (pid === undefined) throw new Error('no process takes alarms')
  return pid
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The bytes of all stored messages and pictures, including messages that are still arriving. */
function storedBytes(): number {
  const folder = join(product.dataDir, 'media')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)
}

async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = performance.now() + 30_000; !(await look());) {
    if (performance.now() > limit) throw new Error(`${what} did not happen`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('alarms', () => {
  it('are acknowledged, by mail and by HTTP, while console and analysis are suspended, and are decided afterwards', async () => {
    const main = product.process.pid ?? 0
    const beforehand = withoutAsking(await addressOf())
    process.kill(main, 'SIGSTOP')
    try {
      await mailPictures({ api: beforehand, product }, viewId, [{ jpeg }])
      expect((await upload(product.ingestUrl)).status).toBe(200)
    } finally {
      process.kill(main, 'SIGCONT')
    }
    const [alarm] = await decidedAlarms(api, viewId, 1)
    expect(alarm?.frameCount).toBe(2)
  })

  it('are accepted on the console’s port too, and on the intake’s port only with a token', async () => {
    expect((await upload(product.url)).status).toBe(200)
    expect((await upload(product.ingestUrl, { cookie: api.cookie })).status).toBe(401)
    expect((await fetch(`${product.ingestUrl}/api/auth/user`, { headers: { cookie: api.cookie } })).status).toBe(404)
  })

  it('of a camera are counted together over both ports', async () => {
    const { viewId: camera } = await createJourneyCamera(api, 'Gone wild')
    // 120 requests in a minute. They are counted before their errors are checked.
    const send = async (url: string) => (await upload(url, undefined, { camera, body: '' })).status
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n++) for (const url of [product.url, product.ingestUrl]) statuses.add(await send(url))
    expect([...statuses]).toEqual([400])
    expect([await send(product.url), await send(product.ingestUrl)]).toEqual([429, 429])
  })

  it('reach a new intake process on the same ports after the old one was killed', async () => {
    const killed = await intakePid()
    process.kill(killed, 'SIGKILL')
    await until('a new process', () => intakePids().some((pid) => pid !== killed))
    await until('an answer', () =>
      upload(product.ingestUrl).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    await mailPictures({ api, product }, viewId, [{ jpeg }])
    expect(product.output.join('\n')).toContain('a process ended by itself and is started again')
    expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(/resident_memory_bytes\{process="intake"\}/)
  })
})

describe('the shutdown', () => {
  it('is orderly within ten seconds while senders are connected and in the middle of messages, also of large ones', async () => {
    const { host, port } = product.smtp
    const address = await addressOf()
    const sockets = Array.from({ length: 6 }, () => connect(port, host))
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => undefined)
      await once(socket, 'data')
      socket.write(`EHLO camera\r\nMAIL FROM:<c@x.example>\r\nRCPT TO:<${address}>\r\nDATA\r\n`)
      // Half of the senders have started their message.
      if (index % 2 === 0) socket.write('Subject: Motion\r\n\r\nAnd then')
    }
    // Large messages take turns. Some of these are complete when the shutdown begins, and others are arriving or wait for their turn.
    const large = sendMailFlood({
      smtp: { host, port },
      from: '127.0.1.1',
      to: address,
      mails: 8,
      bytes: 32 * MEBIBYTE,
    })
    await expect.poll(storedBytes).toBeGreaterThan(40 * MEBIBYTE)
    const uploading = fetch(`${product.ingestUrl}/api/v1/ingest/alarm?view=${viewId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }),
      duplex: 'half',
    }).catch(() => undefined)
    const began = performance.now()
    expect(await product.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    await uploading
    for (const socket of sockets) socket.destroy()
    // A sender that gets no `250` sends its message again.
    expect((await large).filter((answer) => !['250', '451', '421', 'hung up'].includes(answer))).toEqual([])
  })

  it('of the intake process follows when the main process is killed', async () => {
    product = await startProduct({ dataDir: product.dataDir })
    const pid = await intakePid()
    await product.kill()
    await until('the end', () => !isThere(pid))
    expect(isThere(pid)).toBe(false)
  })
})

async function addressOf(): Promise<string> {
  return (await api.call(getViewIntake, { params: { id: viewId } })).address
}

/** An API client that knows the address of the camera, for use while the console does not answer. */
const withoutAsking = (address: string): ApiClient => ({ ...api, call: async () => ({ address }) as never })
