import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** One master key. Its id stands in everything it sealed or signed. */
export interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * The master keys, oldest first; the newest seals and signs, all of them open and verify. Ask for them anew each time: a ring
 * that comes from a file follows it.
 */
export interface KeyRing {
  readonly keys: readonly MasterKey[]
}

/** The key file is missing, unreadable, readable by everybody, or not a key file. The message is fit to be shown as it is. */
export class KeyFileError extends StartError {
  override readonly name = 'KeyFileError'
}

const HEADER = `# Winnow's master keys, oldest first. Without this file no stored secret can be read again: keep it with the backup.\n`
const LINE = /^([a-z0-9]{8}) ([A-Za-z0-9_-]{43})$/

/** A running program looks at its key file again after this time at the latest, so that keys can be rotated under it. */
export const FOLLOW_MS = 1_000

/** The key that seals and signs now. */
export function newestKey(ring: KeyRing): MasterKey {
  const key = ring.keys.at(-1)
  if (!key) throw new Error('the key ring is empty')
  return key
}

/** A key of the ring by its id, or undefined if it was never there or has been taken out. */
export function findKey(ring: KeyRing, id: string): MasterKey | undefined {
  return ring.keys.find((key) => key.id === id)
}

/**
 * A key of its own for each purpose (HKDF-SHA256, RFC 5869), so that nothing signed for one use verifies in another and the
 * master key itself never meets a cipher.
 */
export function deriveKey(key: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), `winnow/${purpose}`, 32))
}

/** A new random ring of one key, for tests and for the first start. */
export function newKeyRing(): KeyRing {
  return { keys: [newKey()] }
}

/**
 * Reads the key file, or makes it with mode 0600 when it is missing and `create` is set. Two processes starting at once agree
 * on one file: it is written beside and linked into place, and the slower one reads the faster one's.
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
 * Adds a new key to the file. Running programs see it within {@link FOLLOW_MS}; from then on it seals, and the older ones still
 * open. After every secret has been sealed again the older keys may be taken out of the file by hand.
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

/** A ring that looks at its file when it is asked and some time has passed. A file that is missing or damaged changes nothing. */
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
        // The start says what is wrong with a file; while running, the keys that are known do.
      }
      return keys
    },
  }
}

/** Synchronous: it is a small file, and keys are asked for where nothing can wait. */
function readRing(file: string): KeyRing | undefined {
  let text: string
  try {
    const { mode } = statSync(file)
    // A group may read it (mounted secrets often come as 0440), everybody may not.
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
  // The line itself stays out of the message: it may be a damaged key.
  if (id === undefined || key === undefined) throw new KeyFileError(`the key file ${file} has a line that is not a key`)
  return { id, bytes: Buffer.from(key, 'base64url') }
}

/** Writes the ring to a new file beside the real one, synced, and returns its path. */
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
