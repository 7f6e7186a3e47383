import { createDecipheriv } from 'node:crypto'

/** What a monitoring station's receiver understands of a message of ANSI/SIA DC-09. */
export interface ReadMessage {
  id: string
  isEncrypted: boolean
  sequence: string
  receiver: string | undefined
  line: string
  account: string
  /** The content of the first brackets. */
  data: string
  /** The content of the further brackets. */
  extended: string[]
  time: string
}

/** CRC-16/ARC by its table, apart from the code under test. */
const TABLE = Array.from({ length: 256 }, (_none, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit++) value = value % 2 === 1 ? 0xa001 ^ Math.floor(value / 2) : Math.floor(value / 2)
  return value
})
export const checksum = (bytes: Buffer): number =>
  bytes.reduce((crc, byte) => (TABLE[(crc ^ byte) % 256] ?? 0) ^ Math.floor(crc / 256), 0)

/** Splits `data][x][y]_time`: brackets may not stand inside a field. */
function fieldsOf(text: string): { fields: string[]; time: string } {
  const at = text.lastIndexOf('_')
  if (at < 0) throw new Error('no time')
  const fields: string[] = []
  let rest = `[${text.slice(0, at)}`
  while (rest !== '') {
    const end = rest.indexOf(']')
    if (!rest.startsWith('[') || end < 0) throw new Error(`not a field: ${rest}`)
    const field = rest.slice(1, end)
    if (/[[\]\r\n"]/.test(field)) throw new Error(`a separator in a field: ${field}`)
    fields.push(field)
    rest = rest.slice(end + 1)
  }
  return { fields, time: text.slice(at + 1) }
}

/**
 * Reads a message by the published form of the standard; the stand-in for a station's receiver.
 * @throws {Error} where a receiver would refuse it
 */
export function readMessage(frame: Buffer, key?: Uint8Array): ReadMessage {
  if (frame.at(0) !== 0x0a || frame.at(-1) !== 0x0d) throw new Error('no line feed or carriage return')
  if (frame.subarray(1, -1).some((byte) => byte < 0x20 || byte > 0x7e)) throw new Error('a byte that is not printable')
  const crc = frame.toString('latin1', 1, 5)
  const length = frame.toString('latin1', 5, 9)
  const body = frame.subarray(9, -1)
  if (!/^[0-9A-F]{4}$/.test(crc) || Number.parseInt(crc, 16) !== checksum(body)) throw new Error('wrong checksum')
  if (!/^0[0-9A-F]{3}$/.test(length) || Number.parseInt(length, 16) !== body.length) throw new Error('wrong length')
  const head = /^"(\*?)([A-Z-]+)"(\d{4})(?:R([0-9A-F]{1,6}))?L([0-9A-F]{1,6})#([0-9A-F]{3,16})\[/.exec(
    body.toString('latin1'),
  )
  if (!head) throw new Error(`not a head: ${body.toString('latin1', 0, 40)}`)
  const [whole, star, id = '', sequence = '', receiver, line = '', account = ''] = head
  let rest = body.toString('latin1').slice(whole.length)
  if (star === '*') {
    if (!key) throw new Error('encrypted')
    const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16)).setAutoPadding(false)
    const clear = decipher.update(rest, 'hex', 'latin1') + decipher.final('latin1')
    rest = clear.slice(clear.indexOf('|') + 1)
  }
  const { fields, time } = fieldsOf(rest)
  const [data = '', ...extended] = fields
  return { id, isEncrypted: star === '*', sequence, receiver, line, account, data, extended, time }
}
