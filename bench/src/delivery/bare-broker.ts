import { createServer, type Server, type Socket } from 'node:net'

const CONNECT = 1
const PUBLISH = 3
const PING = 12

/** A packet of MQTT 3.1.1: its type, and what follows its head. */
interface Packet {
  type: number
  body: Buffer
}

/** Takes whole packets off the front of the bytes. */
function takePackets(bytes: Buffer): { packets: Packet[]; rest: Buffer } {
  const packets: Packet[] = []
  let rest = bytes
  for (;;) {
    let length = 0
    let at = 1
    for (; at < rest.length && at < 5; at++) {
      const byte = rest[at] ?? 0
      length += (byte & 127) << (7 * (at - 1))
      if (byte < 128) break
    }
    if (at >= rest.length || rest.length < at + 1 + length) return { packets, rest }
    packets.push({ type: (rest[0] ?? 0) >> 4, body: rest.subarray(at + 1, at + 1 + length) })
    rest = rest.subarray(at + 1 + length)
  }
}

function answerOf({ type, body }: Packet): Buffer | undefined {
  if (type === CONNECT) return Buffer.from([0x20, 2, 0, 0])
  if (type === PING) return Buffer.from([0xd0, 0])
  if (type !== PUBLISH) return undefined
  const at = 2 + body.readUInt16BE(0)
  return Buffer.from([0x40, 2, body[at] ?? 0, body[at + 1] ?? 0])
}

function hold(socket: Socket): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    const { packets, rest } = takePackets(held.length === 0 ? chunk : Buffer.concat([held, chunk]))
    held = rest
    for (const packet of packets) {
      const answer = answerOf(packet)
      if (answer) socket.write(answer)
    }
  })
}

/** A broker of MQTT 3.1.1 that acknowledges each message and passes none on. */
export const createBareBroker = (): Server => createServer(hold)

/** A packet of MQTT. */
function packetOf(head: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  let left = body.length
  do {
    length.push((left % 128) + (left >= 128 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

const textOf = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** The packet that opens a session without a login. */
export const connectPacket = (client: string): Buffer =>
  packetOf(0x10, [textOf('MQTT'), Buffer.from([4, 2, 0, 0]), textOf(client)])

/** A message with QoS 1. */
export const publishPacket = (topic: string, text: string, id: number): Buffer =>
  packetOf(0x32, [textOf(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(text)])
