import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedFile } from './catalogue.ts'
import { checksumOfFile } from './checksum.ts'

/**
 * The reason why a download failed. `unreachable`: no response was received. `broke-off`: the connection ended early, and the download can
 * be resumed. `wrong`: the file has the wrong content. `refused`: the response contains no file.
 */
export type FetchFailure = 'unreachable' | 'broke-off' | 'wrong' | 'refused'

/** A download that failed. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly failure: FetchFailure

  constructor(failure: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Progress of a download: the bytes received so far, and the total when it is known. */
export type OnProgress = (done: number, total: number | undefined) => void

/** The largest accepted size in bytes. It prevents a server that never stops sending from filling the disk. */
const MAX_BYTES = 512 * 1024 ** 2

export interface FetchOptions {
  /** Replaces the address up to the file's name, for example by a mirror on the local network. */
  mirror?: string
  onProgress?: OnProgress
  fetch?: typeof fetch
  signal?: AbortSignal
}

const sizeOfFile = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0

function addressOf(file: PublishedFile, mirror: string | undefined): string {
  const name = path.posix.basename(new URL(file.url).pathname)
  return mirror === undefined ? file.url : new URL(name, mirror.endsWith('/') ? mirror : `${mirror}/`).href
}

/**
 * Downloads a published file to a path. An unfinished download leaves a `.part` file beside the path, and the next attempt resumes from it
 * if the server supports that. Only a file with the right checksum is moved to the path. A file with a wrong checksum is removed.
 * @throws FetchFailed
 */
export async function fetchFile(file: PublishedFile, to: string, options: FetchOptions = {}): Promise<void> {
  const address = addressOf(file, options.mirror)
  const part = `${to}.part`
  await mkdir(path.dirname(to), { recursive: true })
  await download(address, part, options)
  const found = await checksumOfFile(part)
  if (found !== file.sha256) {
    await rm(part, { force: true })
    throw new FetchFailed(
      'wrong',
      `${address} is not the file it should be (its SHA-256 is ${found}, not ${file.sha256}). It was removed; nothing was changed.`,
    )
  }
  await rename(part, to)
}

async function download(address: string, part: string, options: FetchOptions): Promise<void> {
  const present = await sizeOfFile(part)
  const reply = await request(address, present, options)
  // The server has no further bytes after the part on disk. The checksum will show whether that part is the complete file.
  if (reply.status === 416) return
  const goesOn = reply.status === 206
  const start = goesOn ? present : 0
  const length = Number(reply.headers.get('content-length') ?? Number.NaN)
  const total = Number.isNaN(length) ? undefined : start + length
  let done = start
  options.onProgress?.(done, total)
  const out = await open(part, goesOn ? 'a' : 'w')
  try {
    // Each chunk is written to disk before the next one is read, so that a broken connection loses none.
    for await (const piece of piecesOf(reply)) {
      if (done + piece.length > MAX_BYTES) throw new FetchFailed('refused', `${address} is larger than any detector`)
      await out.write(piece)
      done += piece.length
      options.onProgress?.(done, total)
    }
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(
      'broke-off',
      `${address} broke off after ${done} bytes (${messageOf(error)}). Start again: it goes on from there.`,
      { cause: error },
    )
  } finally {
    await out.close()
  }
}

async function* piecesOf(reply: Response): AsyncGenerator<Uint8Array> {
  const reader = reply.body?.getReader()
  if (!reader) return
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function request(address: string, present: number, options: FetchOptions): Promise<Response> {
  const get = options.fetch ?? fetch
  const headers = present > 0 ? { range: `bytes=${present}-` } : {}
  let reply: Response
  try {
    reply = await get(address, { headers, redirect: 'follow', signal: options.signal ?? null })
  } catch (error) {
    throw new FetchFailed('unreachable', `${address} cannot be reached (${messageOf(error)}).`, { cause: error })
  }
  const isUsable = reply.body !== null && (reply.status === 200 || reply.status === 206)
  if (!isUsable && reply.status !== 416) {
    await reply.body?.cancel()
    throw new FetchFailed('refused', `${address} answered ${reply.status}`)
  }
  return reply
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
