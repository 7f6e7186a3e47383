import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import { Aedes, type AedesOptions, type AedesPublishPacket } from 'aedes'
import { portOf, testCertificate } from './http-sink.ts'

export interface MqttBroker {
  port: number
  /** What clients published, in order. */
  published: { topic: string; text: string; qos: number; retain: boolean }[]
  /** The number of connections so far. */
  connections: () => number
  /** Resolves with the next message to a topic. */
  next(topic: string): Promise<string>
  /** What a client that connects now would get: the retained text of each topic. */
  retained(): Map<string, string>
  /** Cuts all connections, as a broker does that is killed. */
  cut(): void
  close(): Promise<void>
}

/** Starts a real broker on a free port of this machine. The only login is `user` with the password `pass`, where one is given. */
export async function startMqttBroker(options: AedesOptions & { tls?: boolean } = {}): Promise<MqttBroker> {
  const { tls: isEncrypted = false, ...rest } = options
  const broker = await Aedes.createBroker({
    authenticate: (_client, username, password, done) => {
      const isFine = username === undefined || (username === 'user' && password?.toString() === 'pass')
      done(isFine ? null : Object.assign(new Error('refused'), { returnCode: 4 }), isFine)
    },
    ...rest,
  })
  const published: MqttBroker['published'] = []
  const retained = new Map<string, string>()
  const waiting = new Map<string, (text: string) => void>()
  broker.on('publish', (packet: AedesPublishPacket) => {
    const { topic, payload, qos, retain } = packet
    if (topic.startsWith('$SYS')) return
    const text = payload.toString()
    published.push({ topic, text, qos, retain })
    if (retain) retained.set(topic, text)
    waiting.get(topic)?.(text)
    waiting.delete(topic)
  })
  const sockets = new Set<Socket>()
  let connections = 0
  const take = (socket: Socket): void => {
    connections += 1
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    broker.handle(socket)
  }
  const server = isEncrypted ? tls.createServer(await testCertificate(), take) : net.createServer(take)
  server.on('tlsClientError', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const cut = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    port: portOf(server),
    published,
    connections: () => connections,
    next: (topic) => new Promise((resolve) => waiting.set(topic, resolve)),
    retained: () => retained,
    cut,
    async close() {
      cut()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
      const ended = Promise.withResolvers<void>()
      broker.close(() => ended.resolve())
      await ended.promise
    },
  }
}
