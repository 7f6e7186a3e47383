import { createCipheriv } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { checksum, readMessage, type ReadMessage } from './dc09-reader.ts'

export interface Station {
  port: number
  messages: ReadMessage[]
  /** Messages that could not be read. */
  errors: string[]
  close(): Promise<void>
}

/** How the station answers its nth message: by the standard, or with bytes of a test. `silent`: not at all. */
export type StationAnswer = 'ack' | 'duh' | 'silent' | { nak: string } | { bytes: Buffer } | { hangUp: true }

const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0')

/** An answer as a receiver encloses it. */
export function answerFrame(body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1')
  return Buffer.from(`\n${hex(checksum(bytes), 4)}0${hex(bytes.length, 3)}${body}\r`, 'latin1')
}

/** An acknowledgement; encrypted where the message was. */
export function acknowledgement({ sequence, receiver, line, account }: ReadMessage, key?: Uint8Array): Buffer {
  const head = `${sequence}${receiver === undefined ? '' : `R${receiver}`}L${line}#${account}[`
  if (!key) return answerFrame(`"ACK"${head}]`)
  const content = '|]_12:00:05,03-01-2026'
  const clear = content.padStart(Math.ceil((content.length + 1) / 16) * 16, 'A')
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16)).setAutoPadding(false)
  return answerFrame(`"*ACK"${head}${(cipher.update(clear, 'latin1', 'hex') + cipher.final('hex')).toUpperCase()}`)
}

/**
 * Starts the stand-in for a monitoring station's receiver on TCP and UDP, on one free port of this machine. It is written from the
 * published form of the standard and shares nothing with the code under test.
 */
export async function startStation(
  options: { key?: Uint8Array; answer?: (index: number, message: ReadMessage) => StationAnswer } = {},
): Promise<Station> {
  const { key, answer = () => 'ack' as const } = options
  const messages: ReadMessage[] = []
  const errors: string[] = []
  const sockets = new Set<Socket>()
  const take = (frame: Buffer, reply: (bytes: Buffer) => void, hangUp: () => void): void => {
    let message: ReadMessage
    try {
      message = readMessage(frame, key)
    } catch (error) {
      errors.push(String(error))
      return
    }
    const said = answer(messages.push(message) - 1, message)
    if (said === 'ack') reply(acknowledgement(message, message.isEncrypted ? key : undefined))
    else if (said === 'duh') reply(answerFrame(`"DUH"${message.sequence}L0#${message.account}[]`))
    else if (said === 'silent') return
    else if ('nak' in said) reply(answerFrame(`"NAK"0000R0L0A0[]_${said.nak}`))
    else if ('bytes' in said) reply(said.bytes)
    else hangUp()
  }
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.on('data', (frame: Buffer) =>
      take(
        frame,
        (bytes) => socket.write(bytes),
        () => socket.destroy(),
      ),
    )
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const address = tcp.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const udp = createSocket('udp4')
  udp.on('message', (frame, { port: from }) =>
    take(
      frame,
      (bytes) => udp.send(bytes, from, '127.0.0.1'),
      () => undefined,
    ),
  )
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    port,
    messages,
    errors,
    async close() {
      for (const socket of sockets) socket.destroy()
      const closed = once(tcp, 'close')
      tcp.close()
      udp.close()
      await closed
    },
  }
}
