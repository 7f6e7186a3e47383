import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { limitConnections } from './limit-connections.ts'

let server: Server
const sockets: Socket[] = []

async function listen(limits: { total: number; perAddress: number; trustedProxies?: string[] }): Promise<void> {
  const log = createLogger({ level: 'fatal', write: () => {} })
  limitConnections(server, { trustedProxies: [], log, metrics: createMetrics(), ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

beforeEach(() => {
  server = createServer((_request, response) => void response.end('served'))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** Connects and sends a request. `isServed` is false when the server closes the connection without a response. */
async function ask(localAddress = '127.0.0.1'): Promise<{ socket: Socket; isServed: boolean }> {
  const address = server.address()
  const socket = connect({
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    localAddress,
  })
  sockets.push(socket)
  socket.on('error', () => {})
  const cut = once(socket, 'close').then(() => '')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const said = await Promise.race([once(socket, 'data').then(([data]) => String(data)), cut])
  return { socket, isServed: said.includes('served') }
}

/** Opens this number of connections, one after the other. */
async function askTimes(times: number, from?: string): Promise<boolean[]> {
  const served: boolean[] = []
  for (let time = 0; time < times; time++) served.push((await ask(from)).isServed)
  return served
}

describe('connections', () => {
  it('of one address are closed above the limit, and no longer counted when they end', async () => {
    await listen({ total: 100, perAddress: 2 })
    const arrived = once(server, 'connection')
    const first = await ask()
    const [theirs]: Socket[] = await arrived
    expect(await askTimes(2)).toEqual([true, false])
    expect((await ask('127.0.0.2')).isServed).toBe(true)
    const left = theirs && once(theirs, 'close')
    first.socket.destroy()
    await left
    expect(await askTimes(2)).toEqual([true, false])
  })

  it('of one address leave a reserve for addresses without connections', async () => {
    await listen({ total: 10, perAddress: 100 })
    expect(await askTimes(10)).toEqual([...Array<boolean>(9).fill(true), false])
    expect(await askTimes(2, '127.0.0.2')).toEqual([true, false])
  })

  it('of a trusted proxy are not counted', async () => {
    await listen({ total: 10, perAddress: 1, trustedProxies: ['127.0.0.0/30', '::1'] })
    expect(await askTimes(3, '127.0.0.2')).toEqual([true, true, true])
    expect(await askTimes(2, '127.0.0.9')).toEqual([true, false])
  })
})
