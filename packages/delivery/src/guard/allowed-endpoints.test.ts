import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from './guard.ts'
import type { GuardPolicy } from './types.ts'

const closed: GuardPolicy = { allowedNetworks: [], ownAddresses: [] }
const PORT = 18_554
const guardWith = (policy: Partial<GuardPolicy> = {}) => {
  const guard = createGuard(
    { ...closed, allowedEndpoints: [{ host: '127.0.0.1', port: PORT }], ...policy },
    {
      lookup: async (name) => (name === 'both.example' ? [{ address: '127.0.0.1' }, { address: '127.0.0.2' }] : []),
      localAddresses: () => ['127.0.0.1', '::1', '10.1.2.3'],
    },
  )
  onTestFinished(() => guard.close())
  return guard
}
const codeOf = async (host: string, port: number, policy: Partial<GuardPolicy> = {}) => {
  const outcome = await guardWith(policy).resolveForTcp(host, port)
  return outcome.ok ? 'ok' : outcome.code
}

describe('an address that may be called at one port', () => {
  it.each(['127.0.0.1', '::ffff:127.0.0.1'])('is open at that port, spelled %s', async (host) => {
    expect(await codeOf(host, PORT)).toBe('ok')
  })

  it('is connected to', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const guard = guardWith({ allowedEndpoints: [{ host: '127.0.0.1', port: address.port }] })
    const socket = await guard.connectTcp('127.0.0.1', address.port)
    socket.destroy()
    await expect(guard.connectTcp('127.0.0.1', address.port - 1)).rejects.toThrow('may not be called')
  })

  it.each([
    ['another port', '127.0.0.1', PORT + 1],
    ['the port before it', '127.0.0.1', PORT - 1],
    ['another loopback address', '127.0.0.2', PORT],
    ['the loopback address of IPv6', '::1', PORT],
    ['all interfaces', '0.0.0.0', PORT],
    ['an address in NAT64', '64:ff9b::7f00:1', PORT],
    ['a name that leads to another address too', 'both.example', PORT],
  ])('stays closed otherwise: %s', async (_name, host, port) => {
    expect(await codeOf(host, port)).toBe('loopback')
  })

  it('is closed by UDP, where the number is another service', async () => {
    await expect(guardWith().connectUdp('127.0.0.1', PORT)).rejects.toThrow('on this machine')
  })

  it('is closed where one of our own services listens', async () => {
    const ownAddresses = [{ host: '127.0.0.1', port: PORT }]
    expect(await codeOf('127.0.0.1', PORT, { ownAddresses })).toBe('own-service')
  })

  it('is no metadata service', async () => {
    const allowedEndpoints = [{ host: '169.254.169.254', port: 80 }]
    expect(await codeOf('169.254.169.254', 80, { allowedEndpoints })).toBe('metadata')
  })

  it('is not given by a name', () => {
    expect(() => guardWith({ allowedEndpoints: [{ host: 'localhost', port: PORT }] })).toThrow('Not an address')
  })
})
