import { randomFillSync } from 'node:crypto'

const COUNTER_LIMIT = 0x1000

/** Random bytes for many ids. They are drawn at once, because a system call costs more than making an id. */
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
 * Makes a new id: a UUID of version 7 (RFC 9562), so ids sort by the time they were made.
 *
 * Within one process they also sort within the same millisecond: the 12 bits behind the version are a counter (the RFC's method 1) that
 * starts at a random value in its lower half. A clock that steps back does not break the order.
 *
 * @param nowMs milliseconds since the epoch; only tests and imports of old data pass it.
 */
export function newId(nowMs: number = Date.now()): string {
  const random = tenRandomBytes()
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = random.readUInt16BE(0) & 0x7ff
  } else if (++counter === COUNTER_LIMIT) {
    // The counter has overflowed: use the next millisecond instead of repeating an id.
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

/** Lets the next id follow its clock even if that is behind the latest id. For tests only: their files share a process, and each has a clock of its own. */
export function forgetLatestId(): void {
  lastMs = 0
  counter = 0
}

/** Whether a string is a UUID in lower case (of any version), so that a uuid column accepts it. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
}

/** The time at which {@link newId} made an id, to the millisecond; undefined for other UUIDs. */
export function timeOfId(id: string): Date | undefined {
  if (!isId(id) || id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
