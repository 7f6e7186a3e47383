/** The length in bytes of the values of fixed length, by the low byte of the property's type. In the data it is padded to four bytes. */
const FIXED: Readonly<Record<number, number>> = {
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}
const OBJECT = 0x000d
const STRING8 = 0x001e
const UNICODE = 0x001f
const BINARY = 0x0102
const MANY = 0x1000
/** The length in bytes of the interface id with which an object starts. */
const INTERFACE_BYTES = 16

/**
 * Reads the encapsulated MAPI properties of a `winmail.dat` ([MS-OXTNEF] 2.1.3.4): the first value of each property of variable length, by
 * its id, with texts in UTF-8. Stops at an unknown type or an invalid length.
 */
export function readMapiProperties(data: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  const count = data.length >= 4 ? data.readUInt32LE(0) : 0
  let at = 4
  for (let n = 0; n < count && at + 4 <= data.length; n++) {
    const type = data.readUInt16LE(at)
    const id = data.readUInt16LE(at + 2)
    at = id >= 0x8000 ? afterName(data, at + 4) : at + 4
    const next = readValue(data, at, type, (value) => found.has(id) || found.set(id, value))
    if (next === null) break
    at = next
  }
  return found
}

/** The start of a value after the name of a named property: a GUID, then a number or a text. */
function afterName(data: Buffer, at: number): number {
  if (at + 24 > data.length) return data.length
  const isNumber = data.readUInt32LE(at + 16) === 0
  return isNumber ? at + 24 : at + 24 + padded(data.readUInt32LE(at + 20))
}

function readValue(data: Buffer, start: number, type: number, keep: (value: Buffer) => void): number | null {
  const kind = type & ~MANY
  const fixed = FIXED[kind]
  const isVariable = kind === OBJECT || kind === STRING8 || kind === UNICODE || kind === BINARY
  if (fixed === undefined && !isVariable) return null
  const isCounted = isVariable || (type & MANY) !== 0
  if (isCounted && start + 4 > data.length) return null
  const values = isCounted ? data.readUInt32LE(start) : 1
  let at = isCounted ? start + 4 : start
  if (fixed !== undefined) return at + fixed * values
  for (let n = 0; n < values; n++) {
    if (at + 4 > data.length) return null
    const length = data.readUInt32LE(at)
    if (at + 4 + length > data.length) return null
    keep(asBytes(kind, data.subarray(at + 4, at + 4 + length)))
    at += 4 + padded(length)
  }
  return at
}

function asBytes(kind: number, value: Buffer): Buffer {
  if (kind === UNICODE) return Buffer.from(value.toString('utf16le'))
  return kind === OBJECT ? value.subarray(INTERFACE_BYTES) : value
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
