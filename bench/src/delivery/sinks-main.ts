/**
 * Entry of the process of the receivers: a bare server for each kind of connection, at all addresses of this machine. Each takes
 * everything, acknowledges it as its protocol does, and keeps nothing.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { acknowledgement, readMessage } from '@winnow/delivery/testing'
import { SMTPServer } from 'smtp-server'
import { createBareBroker } from './bare-broker.ts'
import type { SinkPorts } from './sinks.ts'

/** Digifort says in its body whether it took the event; the others read the status alone. */
const DIGIFORT = JSON.stringify({ Response: { Code: 0, Message: 'OK', Data: {} } })
const http = createHttpServer((request, response) => {
  request.resume().once('end', () => response.end(request.url?.startsWith('/Interface/') ? DIGIFORT : ''))
})

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _session, callback) => void stream.resume().once('end', () => callback()),
})

const dc09 = createServer((socket) => {
  socket.on('error', () => undefined)
  // A message is short and comes in one piece on this machine.
  socket.on('data', (frame: Buffer) => socket.write(acknowledgement(readMessage(frame))))
})

/** Reads to the end and closes, as syslog servers and event servers do. */
const tcp = createServer((socket) => void socket.on('error', () => undefined).resume())

async function listen(server: Server): Promise<number> {
  server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const ports: SinkPorts = {
  http: await listen(http),
  smtp: await listen(smtp.server),
  dc09: await listen(dc09),
  mqtt: await listen(createBareBroker()),
  tcp: await listen(tcp),
}
process.send?.(ports)
process.on('disconnect', () => process.exit(0))
