// Tests the README's commands for backup and restore on the running product: the content of a backup that is made while
// alarms arrive, and the state after its restore.
import {
  createToken,
  getAlarm,
  getHome,
  getViewIntake,
  listAlarms,
  updateView,
  type Alarm,
  type ReplyOf,
} from '@winnow/contract'
import sharp from 'sharp'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { byMail, byUpload, startSender, type Sender } from './src/crash/sender.ts'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { createJourneyCamera } from './src/harness/camera.ts'
import { makeDataDir, removeDataDir, runCommand, startProduct, type Product } from './src/harness/product.ts'

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const remove of leftovers.splice(0).toReversed()) await remove()
})

// A long deadline, so that verdicts from before the backup do not change.
const SETTINGS = { WINNOW_DEADLINE_SECONDS: '120' }

async function start(settings: Record<string, string>, dataDir?: string): Promise<Product> {
  const product = await startProduct({ settings: { ...SETTINGS, ...settings }, ...(dataDir && { dataDir }) })
  leftovers.push(() => product.stop())
  return product
}

async function newDataDir(): Promise<string> {
  const dataDir = await makeDataDir()
  leftovers.push(() => removeDataDir(dataDir))
  return dataDir
}

/** An alarm from the API, and the bytes of its pictures. */
interface Told {
  alarm: Alarm
  pictures: string[]
}

async function tell(product: Product, api: ApiClient, id: string): Promise<Told> {
  const alarm = await api.call(getAlarm, { params: { id } })
  const pictures = alarm.frames.map(async ({ url }) => {
    const reply = await fetch(`${product.url}${url}`, { headers: { cookie: api.cookie } })
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer()).toString('base64')
  })
  return { alarm, pictures: await Promise.all(pictures) }
}

const listOf = async (api: ApiClient, viewId: string): Promise<ReplyOf<typeof listAlarms>['rows']> =>
  (await api.call(listAlarms, { query: { limit: 100 }, body: { cameras: [viewId] } })).rows

/** The pause between two messages of a sender. With it, two senders of one camera stay below a camera's limit per minute. */
const PAUSE_MS = 1_200

/** Starts a camera that mails and a gateway that uploads for it. Each message is a separate alarm. */
async function startSending(product: Product, api: ApiClient): Promise<{ viewId: string; senders: Sender[] }> {
  const { viewId } = await createJourneyCamera(api, 'Backup')
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  const { address } = await api.call(getViewIntake, { params: { id: viewId } })
  const { secret } = await api.call(createToken, { body: { tokenType: 'ingest', name: 'Backup' } })
  const picture = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const sends = {
    mail: byMail(address, await picture('#7a8a6a')),
    upload: byUpload(viewId, secret, await picture('#223')),
  }
  const destination = () => product
  const senders = Object.entries(sends).map(([name, send]) =>
    startSender({ name, destination, send, pauseMs: PAUSE_MS }),
  )
  leftovers.push(() => Promise.all(senders.map((sender) => sender.stop())))
  return { viewId, senders }
}

const count = (senders: Sender[]): number => senders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)

it('a backup taken while alarms arrive, restored into an empty folder, gives the same product', async () => {
  const dataDir = await newDataDir()
  const product = await start({ WINNOW_DEMO: 'still' }, dataDir)
  const admin = product.accounts['admin'] ?? { email: '', password: '' }
  let api = await logIn(product.url, admin)
  const { viewId, senders } = await startSending(product, api)
  const decided = async () => (await listOf(api, viewId)).filter(({ verdict }) => verdict !== null)
  await expect.poll(async () => (await decided()).length, { timeout: 60_000 }).toBeGreaterThan(3)
  const known = await Promise.all((await decided()).map(({ id }) => tell(product, api, id)))
  expect(known.map(({ pictures }) => pictures.length)).toEqual(known.map(() => 1))

  const backup = join(await newDataDir(), 'backup')
  const before = count(senders)
  expect(await runCommand('backup', [backup], dataDir)).toContain(`Backed up to ${backup}`)
  expect(count(senders)).toBeGreaterThan(before)
  await Promise.all(senders.map((sender) => sender.stop()))
  await product.stop()

  const restored = await newDataDir()
  expect(await runCommand('restore', [backup], restored)).toMatch(/Restored the backup[^]*nothing is sent to receivers/)
  const again = await start({}, restored)
  expect(again.accounts).toEqual({})
  api = await logIn(again.url, admin)
  for (const { alarm, pictures } of known) expect(await tell(again, api, alarm.id)).toEqual({ alarm, pictures })
  const rows = await listOf(api, viewId)
  expect(rows.length).toBeGreaterThanOrEqual(known.length)
  for (const { id, frameCount } of rows) expect((await tell(again, api, id)).pictures).toHaveLength(frameCount)

  // The original may still be running, so the copy sends to receivers only after the release.
  const heldSince = async () => (await api.call(getHome, { query: { hours: 24 } })).attention.deliveriesHeldSince
  expect(await heldSince()).not.toBeNull()
  expect(await runCommand('deliver', [], restored)).toContain('Messages go to receivers from here on')
  expect(await heldSince()).toBeNull()
})
