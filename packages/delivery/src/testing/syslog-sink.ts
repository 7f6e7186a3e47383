import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import { portOf, testCertificate, type TestCertificate } from './http-sink.ts'

export interface SyslogSink {
  port: number
  /** Messages, unframed, as bytes. */
  messages: Buffer[]
  close(): Promise<void>
}

/** Takes frames off a stream by their count of octets (RFC 6587, 3.4.1). @throws Error on anything else */
export function unframe(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const count = /^([1-9]\d{0,5}) /.exec(rest.subarray(0, 8).toString('latin1'))?.[1]
    if (count === undefined) throw new Error(`no count: ${rest.subarray(0, 20).toString('latin1')}`)
    const begin = count.length + 1
    if (rest.length < begin + Number(count)) throw new Error('the message is cut off')
    messages.push(rest.subarray(begin, begin + Number(count)))
    rest = rest.subarray(begin + Number(count))
  }
  return messages
}

/** A syslog server on a free port of this machine. `behave` takes a connection over instead of reading it. */
export async function startSyslogSink(
  options: { tls?: boolean; certificate?: TestCertificate; behave?: (socket: Socket) => void } = {},
): Promise<SyslogSink> {
  const messages: Buffer[] = []
  const sockets = new Set<Socket>()
  const take = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined))
    if (options.behave) return options.behave(socket)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => messages.push(...unframe(Buffer.concat(chunks))))
  }
  const server = options.tls
    ? tls.createServer(await testCertificate(options.certificate), take)
    : net.createServer(take)
  server.on('tlsClientError', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    port: portOf(server),
    messages,
    async close() {
      for (const socket of sockets) socket.destroy()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
