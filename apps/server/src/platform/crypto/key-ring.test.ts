import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deriveKey, FOLLOW_MS, KeyFileError, loadKeyRing, newestKey, rotateKeyRing } from './key-ring.ts'

let folder: string
let file: string

/** Advances and stops the monotonic clock. */
function passTime(ms: number): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-keys-'))
  file = path.join(folder, 'data', 'secret.key')
})

afterEach(() => rm(folder, { recursive: true }))

describe('the key file', () => {
  test('is created once with mode 0600 and read again', async () => {
    const made = await loadKeyRing(file, { create: true })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await loadKeyRing(file, { create: false })).toEqual(made)
    expect(newestKey(made).bytes).toHaveLength(32)
  })

  test('is the same for many processes that start simultaneously, and they leave no draft behind', async () => {
    const rings = await Promise.all(Array.from({ length: 20 }, () => loadKeyRing(file, { create: true })))
    expect(new Set(rings.map((ring) => newestKey(ring).id)).size).toBe(1)
    expect(await readdir(path.dirname(file))).toEqual(['secret.key'])
  })

  test('gets one more key by rotation; the newest key is the last one', async () => {
    const before = await loadKeyRing(file, { create: true })
    const after = await rotateKeyRing(file)
    expect(after.keys).toHaveLength(2)
    expect(after.keys[0]).toEqual(newestKey(before))
    expect(await loadKeyRing(file, { create: false })).toEqual(after)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('is watched by a running program: a new key is loaded after a while, a damaged file is ignored', async () => {
    const ring = await loadKeyRing(file, { create: true })
    const first = newestKey(ring).id
    const rotated = await rotateKeyRing(file)
    expect(newestKey(ring).id).toBe(first)
    passTime(FOLLOW_MS)
    expect(ring.keys).toEqual(rotated.keys)
    await writeFile(file, 'no keys here')
    passTime(FOLLOW_MS)
    expect(ring.keys).toEqual(rotated.keys)
    vi.restoreAllMocks()
  })

  test('causes an error if it is missing and may not be created', async () => {
    await expect(loadKeyRing(file, { create: false })).rejects.toThrow(KeyFileError)
  })

  test('is refused if everybody may read it', async () => {
    await loadKeyRing(file, { create: true })
    await chmod(file, 0o644)
    await expect(loadKeyRing(file, { create: true })).rejects.toThrow(/chmod 600/)
  })

  test('is refused if it is damaged, and never overwritten; the error does not contain its content', async () => {
    await loadKeyRing(file, { create: true })
    const damaged = (await readFile(file, 'utf8')).slice(0, -5)
    await writeFile(file, damaged)
    const error: unknown = await loadKeyRing(file, { create: true }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(KeyFileError)
    expect(String(error)).not.toContain(damaged.slice(-20).trim())
    expect(await readFile(file, 'utf8')).toBe(damaged)
  })
})

test('each purpose has its own derived key', async () => {
  const key = newestKey(await loadKeyRing(file, { create: true }))
  expect(deriveKey(key, 'seal')).not.toEqual(deriveKey(key, 'url'))
  expect(deriveKey(key, 'seal')).toEqual(deriveKey(key, 'seal'))
  expect(deriveKey(key, 'seal')).not.toEqual(key.bytes)
})
