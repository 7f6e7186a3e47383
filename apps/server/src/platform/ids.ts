import { randomFillSync } from 'node:crypto'

const COUNTER_LIMIT = 0x1000

/** Random bytes, drawn for many ids at once: a call of the system costs more than an id. */
const drawn = Buffer.alloc(10 * 256)
let used = drawn.length

function tenRandomBytes(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += 10
  return drawn.subarray(used - 10, used)
}

let lastMs = 0
let counter = 0

/**
 * A new id: a UUID of version 7 (RFC 9562), so ids sort by the time they were made.
 *
 * Within one process they also sort within the same millisecond: the 12 bits behind the version are a counter (the RFC's
 * method 1) that starts at a random place in its lower half, and a clock that steps back does not break the order.
 *
 * @param nowMs milliseconds since the epoch; only tests and imports of old data give it.
 */
export function newId(nowMs: number = Date.now()): string {
  const random = tenRandomBytes()
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = random.readUInt16BE(0) & 0x7ff
  } else if (++counter === COUNTER_LIMIT) {
    // The counter ran over: borrow the next millisecond instead of repeating.
    lastMs++
    counter = random.readUInt16BE(0) & 0x7ff
  }
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  random.copy(bytes, 8, 2)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Whether a string is written as a UUID (any version, lower case): what may go into a uuid column without an error. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
}

/** The time at which {@link newId} made an id, to the millisecond; undefined for other UUIDs. */
export function timeOfId(id: string): Date | undefined {
  if (!isId(id) || id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
