import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { cutStalled } from './cut-stalled.ts'

it('a stalled reader is disconnected, and its resources are freed', async () => {
  const app = Fastify()
  const left = Promise.withResolvers<void>()
  app.get('/', (_request, reply) => {
    cutStalled(reply)
    const endless = Readable.from(
      (function* pieces() {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    endless.once('close', () => left.resolve())
    return reply.send(endless)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const server: Server = app.server
  const arrived = once(server, 'connection')
  const asking = get(app.listeningOrigin)
  asking.on('error', () => {})
  const [[socket], [response]]: [Socket[], IncomingMessage[]] = await Promise.all([arrived, once(asking, 'response')])
  response?.on('error', () => {})
  // The client reads nothing. The operating system's signal after a minute is simulated now.
  expect(socket?.timeout).toBe(60_000)
  socket?.emit('timeout')
  await left.promise
  asking.destroy()
  await app.close()
})
