/** Entry of the process that holds sessions at MQTT brokers: by bare sockets, or by the product's kept connections. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createGuard, createKeptConnections, createMailer, findReceiver } from '@winnow/delivery'
import { connectPacket } from './bare-broker.ts'
import { hostOf } from './sinks.ts'

export interface Holding {
  by: 'sockets' | 'sessions'
  port: number
  count: number
}

/** Memory of the process in MB: before the first session, with all of them open, and after each has sent ten signs of life. */
export interface Held {
  before: number
  open: number
  after: number
}

const SIGNS = 10
/** Sessions that are opened at the same time. */
const AT_ONCE = 50
const guard = createGuard({ allowedNetworks: ['127.0.0.0/8'], ownAddresses: [] })
const mailer = createMailer({ from: 'winnow@site.example', outboxDir: '/nonexistent' })

type Sign = () => Promise<unknown>

async function openSocket(host: string, port: number): Promise<Sign> {
  const socket: Socket = connect(port, host)
  socket.write(connectPacket(`bench-${host}`))
  await once(socket, 'data')
  return async () => {
    const answered = once(socket, 'data')
    socket.write(Buffer.from([0xc0, 0]))
    await answered
  }
}

const connections = createKeptConnections()
const mqtt = findReceiver('mqtt')

async function openSession(host: string, port: number): Promise<Sign> {
  const settings = {
    host,
    port,
    security: 'none',
    version: '3.1.1',
    topic: 'winnow/{cameraId}',
    statusTopic: 'winnow/status',
  }
  const parsed = mqtt?.parse(settings)
  if (!parsed?.ok || !mqtt?.heartbeat) throw new Error('the settings do not suit')
  const { config } = parsed
  const beat: Sign = async () => {
    const result = await mqtt?.heartbeat?.({}, config, {
      guard,
      mailer,
      now: new Date(),
      kept: { receiverId: host, connections },
    })
    if (!result?.ok) throw new Error(result?.detail)
  }
  await beat()
  return beat
}

function memory(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage().rss / 1e6
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

async function hold({ by, port, count }: Holding): Promise<Held> {
  const signs: Sign[] = []
  const open = by === 'sockets' ? openSocket : openSession
  // The first one loads code.
  const first = await open(hostOf(count), port)
  await first()
  const before = memory()
  await each(
    Array.from({ length: count }, (_none, index) => hostOf(index)),
    async (host) => signs.push(await open(host, port)),
  )
  const opened = memory()
  for (let round = 0; round < SIGNS; round++) await each(signs, (sign) => sign())
  return { before, open: opened, after: memory() }
}

process.on('message', (holding: Holding) => void hold(holding).then((held) => process.send?.(held)))
process.on('disconnect', () => process.exit(0))
