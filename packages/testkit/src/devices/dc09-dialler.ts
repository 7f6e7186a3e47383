import { createCipheriv, createDecipheriv } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'

/** A panel that dials a receiver of ANSI/SIA DC-09. Written from the published form of the standard; it shares nothing with the product. */
export interface DiallerLine {
  account: string
  /** 16, 24 or 32 bytes: the messages are encrypted. */
  key?: Uint8Array
  receiver?: string
  line?: string
}

export interface DiallerEvent {
  /** `SIA-DCS`, `ADM-CID`, `NULL`. */
  id: string
  sequence: number
  /** What stands in the first brackets behind the account: `Nri1/BA003`, `1130 01 003`. */
  content?: string | undefined
  extended?: readonly string[]
  /** The panel's time; left out of messages that are not encrypted where it is null. */
  at: Date | null
}

const KINDS = ['ACK', 'NAK', 'DUH'] as const

export interface DiallerAnswer {
  kind: (typeof KINDS)[number]
  sequence: string
  isEncrypted: boolean
  /** The receiver's time, as it wrote it; null if there is none. */
  time: string | null
}

/** The checksum by shifting a byte at a time through its table of 16 nibbles. */
const NIBBLES = [
  0, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801,
  0x4400,
]
function checksum(text: string): string {
  let crc = 0
  for (const byte of Buffer.from(text, 'latin1'))
    for (const nibble of [byte & 15, byte >> 4]) crc = (crc >> 4) ^ (NIBBLES[(crc ^ nibble) & 15] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const timeOf = (at: Date): string => {
  const [day = '', clock = ''] = at.toISOString().split('T')
  const [year, month, date] = day.split('-')
  return `${clock.slice(0, 8)},${month}-${date}-${year}`
}

/** A message as it goes over the line. */
export function diallerFrame({ account, key, receiver, line = '0' }: DiallerLine, event: DiallerEvent): Buffer {
  const { id, sequence, content, extended = [], at } = event
  const data = content === undefined ? '' : `#${account}|${content}`
  const time = at === null ? '' : `_${timeOf(at)}`
  const rest = `${data}]${extended.map((field) => `[${field}]`).join('')}${time}`
  const from = `${String(sequence).padStart(4, '0')}${receiver === undefined ? '' : `R${receiver}`}L${line}#${account}[`
  let body = `"${id}"${from}${rest}`
  if (key) {
    const clear = `|${rest}`
    const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16)).setAutoPadding(false)
    const padded = clear.padStart(Math.ceil(clear.length / 16) * 16, 'Q')
    body = `"*${id}"${from}${(cipher.update(padded, 'latin1', 'hex') + cipher.final('hex')).toUpperCase()}`
  }
  const length = body.length.toString(16).toUpperCase().padStart(4, '0')
  return Buffer.from(`\n${checksum(body)}${length}${body}\r`, 'latin1')
}

/** Reads an answer. @throws {Error} where a panel would not take it for one */
export function readDiallerAnswer(bytes: Buffer, key?: Uint8Array): DiallerAnswer {
  const text = bytes.toString('latin1')
  const match = /^\n([0-9A-F]{4})([0-9A-F]{4})("(\*?)(ACK|NAK|DUH)"(\d{4})[^[]*\[(.*))\r$/s.exec(text)
  if (!match) throw new Error(`no answer: ${JSON.stringify(text)}`)
  const [, crc, length, body = '', star, said, sequence = '', rest = ''] = match
  const kind = KINDS.find((each) => each === said)
  if (!kind || crc !== checksum(body) || Number.parseInt(length ?? '', 16) !== body.length)
    throw new Error('wrong checksum')
  let clear = rest
  if (star === '*') {
    if (!key) throw new Error('an encrypted answer')
    const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16)).setAutoPadding(false)
    clear = decipher.update(rest, 'hex', 'latin1') + decipher.final('latin1')
    clear = clear.slice(clear.indexOf('|') + 1)
  }
  if (!clear.startsWith(']')) throw new Error(`content in an answer: ${clear}`)
  return {
    kind,
    sequence,
    isEncrypted: star === '*',
    time: /_(.{19})$/.exec(clear)?.[1] ?? null,
  }
}

export interface Dialler {
  /** Sends bytes and returns the answer to them. Rejects where the receiver hangs up. */
  send(bytes: Buffer): Promise<Buffer>
  /** Sends bytes and waits for nothing. */
  write(bytes: Buffer): void
  /** Resolves when the receiver has hung up. */
  closed: Promise<void>
  close(): void
}

/** Dials a receiver over TCP. */
export async function dialTcp(port: number, host = '127.0.0.1'): Promise<Dialler> {
  const socket = connect(port, host)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([once(socket, 'connect'), closed.then(() => Promise.reject(new Error('refused')))])
  const answers: Buffer[] = []
  const waiting: ((answer: Buffer) => void)[] = []
  let held = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes])
    for (let end = held.indexOf(13); end >= 0; end = held.indexOf(13)) {
      const answer = held.subarray(0, end + 1)
      held = held.subarray(end + 1)
      const next = waiting.shift()
      if (next) next(answer)
      else answers.push(answer)
    }
  })
  return {
    closed,
    write: (bytes) => void socket.write(bytes),
    close: () => void socket.destroy(),
    async send(bytes) {
      socket.write(bytes)
      const early = answers.shift()
      if (early) return early
      const answer = new Promise<Buffer>((resolve) => waiting.push(resolve))
      return Promise.race([answer, closed.then(() => Promise.reject(new Error('hung up')))])
    },
  }
}

/** Sends one datagram and returns the answer to it. */
export async function dialUdp(port: number, bytes: Buffer, host = '127.0.0.1'): Promise<Buffer> {
  const socket = createSocket('udp4')
  try {
    const answer = new Promise<Buffer>((resolve, reject) => socket.once('message', resolve).once('error', reject))
    socket.send(bytes, port, host)
    return await answer
  } finally {
    socket.close()
  }
}
