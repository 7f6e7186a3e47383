import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Server } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

export interface HttpSink {
  port: number
  requests: ReceivedRequest[]
  /** TLS server names that clients asked for. */
  serverNames: string[]
  /** The number of opened connections, including those without a request. */
  connections: () => number
  /** Shows another certificate from now on, as after its renewal. */
  showCertificate(name: TestCertificate): Promise<void>
  close(): Promise<void>
}

const fixture = (name: string): Promise<string> => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

/** The authority that signed the sink's certificate, for hooks.example and mail.example. */
export const testAuthority = (): Promise<string> => fixture('ca.pem')

/** A certificate that the server made itself after the first one, and one that has run out. */
export type TestCertificate = 'receiver' | 'renewed' | 'expired'

export async function testCertificate(name: TestCertificate = 'receiver'): Promise<{ key: string; cert: string }> {
  return { key: await fixture('receiver.key.pem'), cert: await fixture(`${name}.cert.pem`) }
}

/** The port on which a TCP server listens. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen on TCP')
  return address.port
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return { method: request.method ?? '', path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() }
}

/** A real HTTP server on a free port of this machine that stores its requests and replies as configured. */
export async function startHttpSink(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
  options: { tls?: boolean; host?: string } = {},
): Promise<HttpSink> {
  const requests: ReceivedRequest[] = []
  const serverNames: string[] = []
  let connections = 0
  const listener: RequestListener = (request, response) => {
    void read(request).then((received) => {
      requests.push(received)
      return answer(response, received)
    })
  }
  const server = options.tls ? https.createServer(await testCertificate(), listener) : http.createServer(listener)
  server.on('connection', () => (connections += 1))
  server.on('secureConnection', (socket: { servername: string | false }) => serverNames.push(String(socket.servername)))
  const listening = Promise.withResolvers<void>()
  server.listen(0, options.host ?? '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    port: portOf(server),
    requests,
    serverNames,
    connections: () => connections,
    async showCertificate(name) {
      if (server instanceof https.Server) server.setSecureContext(await testCertificate(name))
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
