import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { openFileStore } from './file-store.ts'
import type { FileSystem } from './file-system.ts'
import { MediaTooLargeError, type StoredMedia } from './media-store.ts'
import { storeDurably } from './store-durably.ts'
import { createUnsyncedDisk } from './unsynced-file-system.ts'

/** Three senders with two messages each. Two senders write into the same folders. One message is sharded by time, the other by hash. */
const MESSAGES = ['a', 'a', 'b'].flatMap((company, sender) =>
  [`signals/${company}/0199d0a1-2b3c-7d4e-8f50-00000000000${sender}.eml`, `signals/${company}/x${sender}.eml`].map(
    (key) => ({
      key,
      sender,
      body: Buffer.from(`${key} `.repeat(20)),
    }),
  ),
)

async function* inPieces(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 100) yield body.subarray(at, at + 100)
}

/**
 * Simulates one run: senders send, the power fails after `cutAfter` steps, and the disk restarts. Returns the acknowledged files that are
 * missing.
 */
async function run(seed: number, cutAfter: number, spoil: (fs: FileSystem) => FileSystem = (fs) => fs) {
  const random = seededRandom(seed)
  const disk = createUnsyncedDisk(random)
  const rows: StoredMedia[] = []
  const acknowledged: string[] = []
  disk.cutPowerAfter(cutAfter)
  try {
    const store = await openFileStore({ root: '/media', fs: spoil(disk.fs) })
    const send = async (sender: number) => {
      for (const { key, body } of MESSAGES.filter((message) => message.sender === sender)) {
        await storeDurably(store, { key, body: inPieces(body), limit: 10_000 }, async (stored) => {
          // The database syncs its own log: a row is durable after its commit.
          rows.push(stored)
        })
        acknowledged.push(key)
      }
    }
    await Promise.allSettled([0, 1, 2].map(send))
  } catch {
    // The power failed while the store was being opened: nothing was acknowledged.
  }
  const steps = disk.steps()
  disk.restart(() => random() < 0.5)
  const store = await openFileStore({ root: '/media', fs: disk.fs })
  const read = async (key: string): Promise<Buffer | undefined> => {
    if (!(await store.head(key))) return undefined
    return Buffer.concat(await (await store.get(key)).body.toArray())
  }
  const lost: string[] = []
  const torn: string[] = []
  for (const { key, body } of MESSAGES) {
    const found = await read(key)
    const row = rows.find((stored) => stored.key === key)
    if ((row || acknowledged.includes(key)) && !found?.equals(body)) lost.push(key)
    if (row && found && createHash('sha256').update(found).digest('hex') !== row.sha256) lost.push(key)
    if (found && !found.equals(body)) torn.push(key)
  }
  return { steps, acknowledged: acknowledged.length, lost, torn }
}

const SEEDS = Array.from({ length: 8 }, (_all, seed) => seed + 1)

/** Cuts the power after every possible step, under several interleavings of the writers' steps. */
async function runEveryCut(spoil?: (fs: FileSystem) => FileSystem) {
  const result = { cuts: 0, acknowledged: 0, lost: 0, torn: 0 }
  for (const seed of SEEDS) {
    const whole = await run(seed, Infinity, spoil)
    for (let cut = 0; cut <= whole.steps; cut++) {
      const outcome = await run(seed, cut, spoil)
      result.cuts++
      result.acknowledged += outcome.acknowledged
      result.lost += outcome.lost.length
      result.torn += outcome.torn.length
    }
  }
  return result
}

const nothing = () => Promise.resolve()

describe('after a power failure at any step', () => {
  test('no acknowledged file is lost and no file is partly stored', async () => {
    const result = await runEveryCut()
    expect(result.cuts).toBeGreaterThan(400)
    expect(result.acknowledged).toBeGreaterThan(500)
    expect(result).toMatchObject({ lost: 0, torn: 0 })
  })

  // Checks the test itself: the same run must detect the loss when one of the steps is left out.
  test.each<[string, (fs: FileSystem) => FileSystem]>([
    ['files are not synced', (fs) => ({ ...fs, create: async (p) => ({ ...(await fs.create(p)), sync: nothing }) })],
    ['folders are not synced', (fs) => ({ ...fs, syncFolder: nothing })],
    [
      'the folder of a file is not synced',
      (fs) => ({ ...fs, syncFolder: (p) => (p.includes('_') ? nothing() : fs.syncFolder(p)) }),
    ],
    [
      'new folders are not synced into theirs',
      (fs) => ({ ...fs, syncFolder: (p) => (p.includes('_') ? fs.syncFolder(p) : nothing()) }),
    ],
    [
      'the root is not synced into its own',
      (fs) => ({ ...fs, syncFolder: (p) => (p === '/' ? nothing() : fs.syncFolder(p)) }),
    ],
  ])('the test notices the loss when %s', async (_name, spoil) => {
    const { lost } = await runEveryCut(spoil)
    expect(lost).toBeGreaterThan(0)
  })
})

function newStore() {
  return openFileStore({ root: '/media', fs: createUnsyncedDisk(() => 0).fs })
}

describe('storeDurably', () => {
  const body = Buffer.from('From: camera\r\n\r\nalarm')

  test('commits after the bytes are stored and returns the result of the commit', async () => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const answer = await storeDurably(await newStore(), { key: 's/a.eml', body, limit: 100 }, (stored) =>
      Promise.resolve({ id: 1, ...stored }),
    )
    expect(answer).toEqual({ id: 1, key: 's/a.eml', bytes: body.length, sha256 })
  })

  test('commits nothing when the body is too large or fails', async () => {
    const store = await newStore()
    let commits = 0
    const commit = () => Promise.resolve(commits++)
    await expect(storeDurably(store, { key: 's/a.eml', body, limit: 5 }, commit)).rejects.toThrow(MediaTooLargeError)
    async function* hangsUp(): AsyncGenerator<Uint8Array> {
      yield body
      throw new Error('hung up')
    }
    await expect(storeDurably(store, { key: 's/b.eml', body: hangsUp(), limit: 100 }, commit)).rejects.toThrow(
      'hung up',
    )
    expect(commits).toBe(0)
    expect(await store.head('s/a.eml')).toBeUndefined()
  })

  test('keeps the bytes when the commit fails, because the row may have been committed all the same', async () => {
    const store = await newStore()
    const work = storeDurably(store, { key: 's/a.eml', body, limit: 100 }, () =>
      Promise.reject(new Error('connection lost during commit')),
    )
    await expect(work).rejects.toThrow('connection lost')
    expect(await store.head('s/a.eml')).toMatchObject({ bytes: body.length })
  })
})
