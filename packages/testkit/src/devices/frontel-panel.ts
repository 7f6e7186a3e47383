import { createCipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * A Videofied panel that dials a Frontel server. Written from what is published about the protocol: the research of 2015 into the panel's
 * messages, and public servers that real panels call. It shares nothing with the product. How clips end is not published: here a clip ends with the
 * same byte as a message, and the panel waits for its answer.
 */
export interface FrontelPanelOptions {
  /** Sixteen hexadecimal digits. */
  serial: string
  /** The version of the protocol that the panel says; 2 is the published one. */
  version?: string
  account?: string
  /** The panel's clock. */
  at?: Date
  /** What it answers to the server's challenge, in place of the right answer. */
  answer?: (challenge: string) => string
  /** Whether it hangs up where a real panel says that it is content with the server. */
  hangsUp?: boolean
  /** Hangs up when it aborts, also while the panel logs in. */
  signal?: AbortSignal
}

export interface FrontelPanel {
  /** What the server said while the panel logged in. */
  heard: readonly string[]
  /** Says something. */
  say(text: string): void
  write(bytes: Buffer): void
  /** The next message of the server. Rejects where it hangs up. */
  next(): Promise<string>
  /** Reports an event as a panel does, and returns the answer to its REQACK. */
  report(event: string): Promise<string>
  /** Sends a file, and returns the answer to it. */
  sendFile(header: string, content: Buffer): Promise<string>
  /** Resolves when the server has hung up. */
  closed: Promise<void>
  close(): void
}

const END = 0x1a

/** Where each digit of the key stands in the serial number; negative: the digit itself, less one. */
const ORDER = [
  4, -1, 15, 11, -1, 5, 13, 6, 8, 12, 7, 14, -2, -1, 10, 9, 7, 10, 4, 15, 13, 6, 12, -1, 8, -1, 14, -2, 11, 11, -1, 5,
]

/** The key that a panel has by its serial number. */
const frontelPanelKey = (serial: string): string =>
  ORDER.map((place) => (place < 0 ? String(-1 - place) : serial.charAt(place))).join('')

/** What somebody who has the key answers to a challenge. */
export function frontelAnswer(serial: string, challenge: string): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(frontelPanelKey(serial), 'hex'), null).setAutoPadding(false)
  return (cipher.update(challenge, 'hex', 'hex') + cipher.final('hex')).toUpperCase()
}

/** `20150729232041` */
const clockOf = (at: Date): string => at.toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Connects, says nothing and logs in nowhere. */
export async function connectFrontel(port: number, host = '127.0.0.1'): Promise<Omit<FrontelPanel, 'heard'>> {
  const socket = connect(port, host)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const hungUp = closed.then(() => Promise.reject(new Error('hung up')))
  hungUp.catch(() => undefined)
  await Promise.race([once(socket, 'connect'), hungUp])
  const heard: string[] = []
  const waiting: ((text: string) => void)[] = []
  let held = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes])
    for (let end = held.indexOf(END); end >= 0; end = held.indexOf(END)) {
      const text = held.toString('latin1', 0, end)
      held = held.subarray(end + 1)
      const next = waiting.shift()
      if (next) next(text)
      else heard.push(text)
    }
  })
  const say = (text: string): void => void socket.write(`${text}\x1a`)
  const next = (): Promise<string> => {
    const early = heard.shift()
    if (early !== undefined) return Promise.resolve(early)
    return Promise.race([new Promise<string>((resolve) => waiting.push(resolve)), hungUp])
  }
  return {
    say,
    write: (bytes) => void socket.write(bytes),
    next,
    closed,
    close: () => void socket.destroy(),
    report(event) {
      say(`EVENT,${event}`)
      say('REQACK,1932')
      return next()
    },
    sendFile(header, content) {
      say(header)
      socket.write(Buffer.concat([content, Buffer.of(END)]))
      return next()
    },
  }
}

/** Dials a server and logs in. Rejects where the server hangs up, or does not have the key. */
export async function dialFrontel(port: number, options: FrontelPanelOptions): Promise<FrontelPanel> {
  const { serial, version = '2', account = '1440', at = new Date(), answer, signal } = options
  const line = await connectFrontel(port)
  signal?.addEventListener('abort', () => line.close(), { once: true })
  const heard: string[] = []
  const hear = async (word: string): Promise<string[]> => {
    const text = await line.next()
    heard.push(text)
    const [said, ...fields] = text.split(',')
    if (said !== word) throw new Error(`${word} was expected: ${text}`)
    return fields
  }
  await hear('IDENT')
  line.say(`IDENT,${serial},${version}`)
  await hear('SETKEY')
  await hear('VERSION')
  const [theirs = ''] = await hear('AUTH1')
  const mine = randomBytes(16).toString('hex').toUpperCase()
  line.say(`AUTH2,${answer?.(theirs) ?? frontelAnswer(serial, theirs)},${mine}`)
  const [proof] = await hear('AUTH3')
  if (proof !== frontelAnswer(serial, mine)) throw new Error('the server has another key')
  if (options.hangsUp) line.close()
  else line.say(`AUTH_SUCCESS,${account},1,${clockOf(at)},5,2,E2612123110,0,XLP052300,0,27F7`)
  return { ...line, heard }
}

/** What a panel says of itself and its detectors, by their numbers. Panels send it when they are armed. */
export const frontelStatus = (
  serial: string,
  detectors: Readonly<Record<number, string>>,
  at = '2019-12-22 16:32:00',
) =>
  Buffer.from(
    JSON.stringify({
      FileVersion: 2,
      L10nRef: 'armsta1',
      DateTime: at,
      Panel: { AccountNumber: '1440', SerialNumber: serial, 'Anomaly.enum': null },
      Devices: Object.entries(detectors).map(([index, Name]) => ({ DeviceIndex: Number(index), Name, 'Type.enum': 6 })),
    }),
  )
