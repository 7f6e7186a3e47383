import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** One master key. Everything that it sealed or signed contains its id. */
export interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * The master keys, oldest first. The newest seals and signs; all of them open and verify. Do not cache the result: a ring from a file
 * follows changes of the file.
 */
export interface KeyRing {
  readonly keys: readonly MasterKey[]
}

/** The key file is missing, unreadable, readable by everybody, or invalid. The message can be shown to the operator. */
export class KeyFileError extends StartError {
  override readonly name = 'KeyFileError'
}

const HEADER = `# Winnow's master keys, oldest first. Without this file no stored secret can be read again: keep it with the backup.\n`
const LINE = /^([a-z0-9]{8}) ([A-Za-z0-9_-]{43})$/

/** A running program checks its key file again after this time at the latest, so that keys can be rotated without a restart. */
export const FOLLOW_MS = 1_000

/** The newest key of the ring. It seals and signs. */
export function newestKey(ring: KeyRing): MasterKey {
  const key = ring.keys.at(-1)
  if (!key) throw new Error('the key ring is empty')
  return key
}

/** Finds a key of the ring by its id. Undefined if the key never existed or was removed. */
export function findKey(ring: KeyRing, id: string): MasterKey | undefined {
  return ring.keys.find((key) => key.id === id)
}

/**
 * Derives a separate key for each purpose (HKDF-SHA256, RFC 5869), so that a signature for one purpose is not valid for another, and the
 * master key is never used directly.
 */
export function deriveKey(key: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), `winnow/${purpose}`, 32))
}

/** A new random ring of one key, for tests and for the first start. */
export function newKeyRing(): KeyRing {
  return { keys: [newKey()] }
}

/**
 * Reads the key file. If it is missing and `create` is set, creates it with mode 0600. Two processes that start at once use the same file:
 * each writes a draft and links it into place. The link of the slower process fails, and it reads the file of the faster process.
 * @throws KeyFileError
 */
export async function loadKeyRing(file: string, options: { create: boolean }): Promise<KeyRing> {
  const found = readRing(file)
  if (found) return followFile(file, found)
  if (!options.create) throw new KeyFileError(`the key file ${file} does not exist`)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = await writeDraft(file, newKeyRing())
  try {
    await link(draft, file)
    await syncFolder(path.dirname(file))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  const made = readRing(file)
  if (!made) throw new KeyFileError(`the key file ${file} disappeared while it was being made`)
  return followFile(file, made)
}

/**
 * Adds a new key to the file. Running programs notice it within {@link FOLLOW_MS}, and then seal with it. The older keys still open. Once
 * all secrets are sealed again, the older keys may be removed from the file by hand.
 * @throws KeyFileError
 */
export async function rotateKeyRing(file: string): Promise<KeyRing> {
  const ring = readRing(file)
  if (!ring) throw new KeyFileError(`the key file ${file} does not exist`)
  const rotated: KeyRing = { keys: [...ring.keys, newKey()] }
  const draft = await writeDraft(file, rotated)
  await rename(draft, file)
  await syncFolder(path.dirname(file))
  return rotated
}

function newKey(): MasterKey {
  return { id: randomBytes(4).toString('hex'), bytes: randomBytes(32) }
}

/** Creates a ring that checks its file at a use if the last check is long enough ago. A missing or damaged file changes nothing. */
function followFile(file: string, first: KeyRing): KeyRing {
  let keys = first.keys
  let lookedAt = performance.now()
  return {
    get keys() {
      if (performance.now() - lookedAt < FOLLOW_MS) return keys
      lookedAt = performance.now()
      try {
        keys = readRing(file)?.keys ?? keys
      } catch {
        // An invalid file is reported at start. While the program runs, it keeps the keys that it has read before.
      }
      return keys
    },
  }
}

/** Reads the key file. Synchronous, since the file is small and synchronous code needs keys. */
function readRing(file: string): KeyRing | undefined {
  let text: string
  try {
    const { mode } = statSync(file)
    // The group may read the file (mounted secrets often have mode 0440). Other users may not.
    if (mode & 0o007) throw new KeyFileError(`the key file ${file} is open to every user of this machine: chmod 600 it`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (isCode(error, 'EACCES')) {
      throw new KeyFileError(`the key file ${file} may not be read by this user`, { cause: error })
    }
    throw error
  }
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => parseLine(file, line))
  if (keys.length === 0) throw new KeyFileError(`the key file ${file} holds no key`)
  return { keys }
}

function parseLine(file: string, line: string): MasterKey {
  const [, id, key] = LINE.exec(line) ?? []
  // The message does not contain the line, which may be a damaged key.
  if (id === undefined || key === undefined) throw new KeyFileError(`the key file ${file} has a line that is not a key`)
  return { id, bytes: Buffer.from(key, 'base64url') }
}

/** Writes the ring to a new file beside the real one, syncs it, and returns its path. */
async function writeDraft(file: string, ring: KeyRing): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(HEADER + ring.keys.map((key) => `${key.id} ${key.bytes.toString('base64url')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
