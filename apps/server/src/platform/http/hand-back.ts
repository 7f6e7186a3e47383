import type { IncomingMessage, Server } from 'node:http'
import { Server as TlsServer } from 'node:tls'
import type { Duplex } from 'node:stream'

/** The headers that offer another protocol or belong to such an offer. */
const OFFERS = new Set(['upgrade', 'http2-settings'])

/** The request's head without the offer of another protocol. Values are in the encoding in which Node reads them. */
function plainHead({ method = 'GET', url = '/', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (OFFERS.has(name.toLowerCase())) continue
    if (name.toLowerCase() !== 'connection') lines.push(`${name}: ${value}`)
    else {
      const kept = value.split(',').filter((option) => !OFFERS.has(option.trim().toLowerCase()))
      if (kept.length > 0) lines.push(`${name}: ${kept.join(',')}`)
    }
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * Returns a request that offered another protocol to the server, which then reads it as an ordinary request. A server may ignore such an
 * offer (RFC 9110, 7.8).
 */
export function handBack(server: Server, request: IncomingMessage, read: { socket: Duplex; head: Buffer }): void {
  const { socket, head } = read
  if (head.length > 0) socket.unshift(head)
  socket.unshift(plainHead(request))
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket)
}
