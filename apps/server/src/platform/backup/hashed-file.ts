import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a private file from a stream, syncs it, and returns its size and hash. */
export async function writeHashedFile(
  file: string,
  content: Readable,
  ...transforms: Duplex[]
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(undefined, chunk)
    },
  })
  await pipeline([content, ...transforms, measure, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })])
  return { bytes, sha256: hash.digest('hex') }
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
