import { encrypt } from './cipher.ts'
import { crc16 } from './crc.ts'
import { formatTime } from './time.ts'

export type MessageId = 'SIA-DCS' | 'ADM-CID' | 'NULL'

/** Who sends to whom. */
export interface Line {
  account: string
  /** The receiver's number; left out if the station gave none. */
  receiverNumber?: string
  lineNumber: string
  /** 16, 24 or 32 bytes. Without a key the message is not encrypted. */
  key?: Uint8Array
}

export interface Frame {
  id: MessageId
  /** 1 to 9999; 0 for a link test. */
  sequence: number
  /** What stands between the brackets; empty for a link test. */
  data: string
  /** Extended data: each begins with its letter. */
  extended: readonly string[]
  /** The time of this attempt on the receiver's clock. */
  at: Date
}

/** Puts a body between the line feed with checksum and length, and the carriage return. */
export function enclose(body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1')
  const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0')
  return Buffer.concat([Buffer.from(`\n${hex(crc16(bytes), 4)}0${hex(bytes.length, 3)}`), bytes, Buffer.from('\r')])
}

/**
 * Opens a frame that came without its line feed and carriage return.
 * @returns its body, from the first `"`; undefined if checksum or length are not those of the body
 */
export function openFrame(frame: Buffer): string | undefined {
  const head = /^([0-9A-Fa-f]{4})0([0-9A-Fa-f]{3})/.exec(frame.toString('latin1', 0, 8))
  if (!head) return undefined
  const body = frame.subarray(8)
  if (body.length !== Number.parseInt(head[2] ?? '', 16) || crc16(body) !== Number.parseInt(head[1] ?? '', 16))
    return undefined
  return body.toString('latin1')
}

/**
 * Writes a message of ANSI/SIA DC-09. The time always stands in it: encrypted messages need it, and others may carry it.
 */
export function writeFrame({ id, sequence, data, extended, at }: Frame, line: Line): Buffer {
  const receiver = line.receiverNumber ? `R${line.receiverNumber}` : ''
  const head = `${String(sequence).padStart(4, '0')}${receiver}L${line.lineNumber}#${line.account}[`
  const rest = `${data}]${extended.map((each) => `[${each}]`).join('')}_${formatTime(at)}`
  return enclose(line.key ? `"*${id}"${head}${encrypt(rest, line.key)}` : `"${id}"${head}${rest}`)
}
