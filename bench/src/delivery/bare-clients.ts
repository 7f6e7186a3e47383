import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { dialTcp, diallerFrame } from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import { connectPacket, publishPacket } from './bare-broker.ts'
import type { Connection } from './sinks.ts'

/** Sends the nth message of about the product's size to a host, with nothing around it, and resolves when it was acknowledged. */
export interface BareClient {
  send(host: string, index: number): Promise<unknown>
  close(): void
}

/** About as long as the JSON of an alarm. */
const TEXT = 'x'.repeat(1_500)

function overHttp(port: number, atOnce: number): BareClient {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    send: (host) =>
      new Promise<void>((resolve, reject) => {
        const sent = request({ host, port, method: 'POST', agent }, (reply) => void reply.resume().once('end', resolve))
        sent.once('error', reject).end(TEXT)
      }),
    close: () => agent.destroy(),
  }
}

const overSmtp = (port: number): BareClient => ({
  async send(host) {
    const transport = createTransport({ host, port, ignoreTLS: true })
    const envelope = { from: 'winnow@site.example', to: 'S1@station.example' }
    await transport.sendMail({ ...envelope, subject: 'Alarm', text: TEXT })
    transport.close()
  },
  close: () => undefined,
})

const overDc09 = (port: number): BareClient => ({
  async send(host, index) {
    const line = await dialTcp(port, host)
    const event = { id: 'SIA-DCS', sequence: 1 + (index % 9_999), content: 'Nri1/BV1', at: new Date() }
    await line.send(diallerFrame({ account: '1234' }, event))
    line.close()
  },
  close: () => undefined,
})

/** Reads to the end of the connection. */
const overTcp = (port: number): BareClient => ({
  async send(host) {
    const socket = connect(port, host).resume()
    socket.end(TEXT)
    await once(socket, 'close')
  },
  close: () => undefined,
})

/** An open session, and the messages that wait for their acknowledgements, which come in order. */
interface Session {
  socket: Socket
  waiting: (() => void)[]
}

/** The length of an acknowledgement in bytes. */
const PUBACK = 4

async function openSession(host: string, port: number): Promise<Session> {
  const socket = connect(port, host)
  socket.write(connectPacket(`bench-${host}`))
  await once(socket, 'data')
  const waiting: Session['waiting'] = []
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    for (bytes += chunk.length; bytes >= PUBACK; bytes -= PUBACK) waiting.shift()?.()
  })
  return { socket, waiting }
}

function overMqtt(port: number): BareClient {
  const sessions = new Map<string, Promise<Session>>()
  return {
    async send(host, index) {
      const opening = sessions.get(host) ?? openSession(host, port)
      sessions.set(host, opening)
      const { socket, waiting } = await opening
      const acknowledged = new Promise<void>((resolve) => waiting.push(resolve))
      socket.write(publishPacket('winnow/bench', TEXT, 1 + (index % 65_000)))
      await acknowledged
    },
    close: () => sessions.forEach((opening) => void opening.then(({ socket }) => socket.destroy())),
  }
}

const CLIENTS = { http: overHttp, smtp: overSmtp, dc09: overDc09, mqtt: overMqtt, tcp: overTcp } as const

/** Sends messages to hosts in turn and returns how many a second were acknowledged. */
export async function measureBare(
  by: Connection,
  { port, hosts, count, atOnce }: { port: number; hosts: readonly string[]; count: number; atOnce: number },
): Promise<number> {
  const client = CLIENTS[by](port, atOnce)
  let next = 0
  const began = performance.now()
  const loop = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await client.send(hosts[index % hosts.length] ?? '', index)
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  const seconds = (performance.now() - began) / 1000
  client.close()
  return count / seconds
}
