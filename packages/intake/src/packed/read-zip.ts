import { isUtf8 } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import type { UnpackBudget, Unpacked } from './packed-file.ts'

const LOCAL = 0x04034b50
const ENTRY = 0x02014b50
/** The last bytes of an archive in which its end record must start: the record has 22 bytes, and a comment of up to 0xffff follows it. */
const END_WITHIN = 22 + 0xffff
/** The largest factor by which a file may grow. Pictures hardly compress, so a file that grows more is a zip bomb. */
const RATIO = 200
const SLACK_BYTES = 1024 * 1024

/** Whether these are the first bytes of a ZIP archive, including an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && bytes[3] === bytes[2] + 1
}

/**
 * Reads the files in the directory of a ZIP archive (PKWARE's APPNOTE), stored or deflated. Never throws. An entry that is encrypted,
 * compressed in another way, too large or broken is reported as lost, and so is an archive without a directory.
 */
export function readZip(bytes: Uint8Array, budget: UnpackBudget): Unpacked {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Unpacked = { files: [], lost: [] }
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end < archive.length - END_WITHIN || end + 22 > archive.length) {
    found.lost.push('an archive without its directory')
    return found
  }
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  if (count === 0) found.lost.push('an empty archive')
  for (let n = 0; n < count; n++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY) {
      found.lost.push('an archive whose directory is broken')
      break
    }
    if (budget.files <= 0) {
      found.lost.push('more files than are read')
      break
    }
    readEntry(archive, at, budget, found)
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return found
}

function readEntry(archive: Buffer, at: number, budget: UnpackBudget, found: Unpacked): void {
  const name = nameOf(archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)))
  if (name.endsWith('/')) return
  budget.files--
  const bytes = inflateEntry(archive, at, budget)
  if (typeof bytes === 'string') return void found.lost.push(`${name}: ${bytes}`)
  found.files.push({ name, type: null, bytes })
}

/**
 * The bytes of an entry, or the reason why they cannot be extracted. The size that the directory states is subtracted from the budget
 * first, and no more bytes than that are inflated. An entry that then fails still uses up its part of the budget, because it costs as much
 * time, and thousands of entries may point at the same content.
 */
function inflateEntry(archive: Buffer, at: number, budget: UnpackBudget): Uint8Array | string {
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) !== 0
  const method = archive.readUInt16LE(at + 10)
  const packed = archive.readUInt32LE(at + 20)
  const local = archive.readUInt32LE(at + 42)
  if (isEncrypted) return 'encrypted'
  if (local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) return 'broken'
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (start + packed > archive.length) return 'cut off'
  const body = archive.subarray(start, start + packed)
  if (method !== 0 && method !== 8) return `packed by method ${method}`
  const size = method === 0 ? packed : archive.readUInt32LE(at + 24)
  if (size > Math.min(budget.fileBytes, budget.bytes, packed * RATIO + SLACK_BYTES)) return 'too large'
  budget.bytes -= size
  if (method === 0) return body
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    return error instanceof RangeError ? 'larger than its archive says' : 'broken'
  }
}

/** The name of an entry, for display only. It is in UTF-8 or one of many code pages. */
function nameOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
