import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSystemLookup, parseHosts, systemLookup, type LookupSources } from './system-lookup.ts'

const dnsError = (code: string): Error => Object.assign(new Error(code), { code })
const unknown = async (): Promise<never> => {
  throw dnsError('ENOTFOUND')
}

function lookup(sources: Partial<LookupSources>): (hostname: string) => Promise<string[]> {
  const resolve = createSystemLookup({
    readHosts: async () => '127.0.0.1 localhost\n10.0.0.5 hooks.example # ours\n',
    resolve4: unknown,
    resolve6: unknown,
    getaddrinfo: unknown,
    ...sources,
  })
  return async (hostname) => (await resolve(hostname)).map(({ address }) => address)
}

it('a hosts file is parsed with comments, aliases and repetitions', () => {
  const hosts = parseHosts('# all\n127.0.0.1\tlocalhost  vm\n::1 localhost # six\n\n10.0.0.5 Nvr.Local. \n10.0.0.6\r\n')
  expect([...hosts]).toEqual([
    ['localhost', ['127.0.0.1', '::1']],
    ['vm', ['127.0.0.1']],
    ['nvr.local', ['10.0.0.5']],
  ])
})

describe('a name is resolved', () => {
  it('in the hosts file first', async () => {
    expect(await lookup({ resolve4: async () => ['203.0.114.7'] })('HOOKS.example.')).toEqual(['10.0.0.5'])
  })

  it('in DNS next, for both address families at once', async () => {
    const find = lookup({
      resolve4: async () => ['203.0.114.7', '203.0.114.8'],
      resolve6: async () => ['2606:4700::1'],
    })
    expect(await find('public.example')).toEqual(['203.0.114.7', '203.0.114.8', '2606:4700::1'])
  })

  it('in DNS also if there is no hosts file and the name has only IPv6 addresses', async () => {
    const find = lookup({ readHosts: unknown, resolve6: async () => ['2606:4700::1'] })
    expect(await find('public.example')).toEqual(['2606:4700::1'])
  })

  it('by the system only if DNS does not know the name', async () => {
    expect(await lookup({ getaddrinfo: async () => [{ address: '192.168.1.9' }] })('nvr')).toEqual(['192.168.1.9'])
  })

  it('not by the system when DNS is slow or broken, because a hostile name server could cause that', async () => {
    const asked: string[] = []
    const getaddrinfo = async (hostname: string): Promise<[]> => {
      asked.push(hostname)
      return []
    }
    await expect(
      lookup({ resolve4: () => Promise.reject(dnsError('ETIMEOUT')), getaddrinfo })('slow.example'),
    ).rejects.toThrow('ETIMEOUT')
    expect(asked).toEqual([])
  })

  it('by the system for at most two names at a time', async () => {
    const started: string[] = []
    const first = Promise.withResolvers<{ address: string }[]>()
    const second = Promise.withResolvers<{ address: string }[]>()
    const thirdStarted = Promise.withResolvers<void>()
    const find = lookup({
      getaddrinfo: (hostname) => {
        started.push(hostname)
        if (hostname === 'c') thirdStarted.resolve()
        return hostname === 'a' ? first.promise : second.promise
      },
    })
    const answers = ['a', 'b', 'c'].map(find)
    // All earlier steps have resolved, so one turn of the event loop is enough to reach getaddrinfo.
    await setImmediate()
    expect(started).toEqual(['a', 'b'])
    first.resolve([{ address: '10.0.0.1' }])
    expect(await answers[0]).toEqual(['10.0.0.1'])
    await thirdStarted.promise
    expect(started).toEqual(['a', 'b', 'c'])
    second.resolve([{ address: '10.0.0.2' }])
    expect(await Promise.all(answers)).toEqual([['10.0.0.1'], ['10.0.0.2'], ['10.0.0.2']])
  })

  it('with the real lookups of this machine', async () => {
    expect((await systemLookup()('localhost')).map(({ address }) => address)).toContain('127.0.0.1')
  })
})
