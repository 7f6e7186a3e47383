import { describe, expect, it } from 'vitest'
import { createGuard } from './guard.ts'
import type { GuardDeps, GuardPolicy } from './types.ts'

const closed: GuardPolicy = { allowedNetworks: [], ownAddresses: [], allowedPorts: 'any' }

function guardWith(policy: Partial<GuardPolicy>, names: Record<string, string[]> = {}, deps: GuardDeps = {}) {
  return createGuard(
    { ...closed, ...policy },
    {
      lookup: async (hostname) => (names[hostname] ?? []).map((address) => ({ address })),
      localAddresses: () => ['127.0.0.1', '::1', '10.1.2.3', 'fd12::3'],
      ...deps,
    },
  )
}

async function codeOf(guard: ReturnType<typeof createGuard>, url: string): Promise<string> {
  const outcome = await guard.check(url)
  return outcome.ok ? 'ok' : outcome.code
}

describe('the guard on outgoing addresses', () => {
  it.each([
    ['decimal', 'http://2130706433/', 'loopback'],
    ['octal', 'http://0177.0.0.1/', 'loopback'],
    ['hex', 'http://0x7f000001/', 'loopback'],
    ['hex by parts', 'http://0x7f.0x0.0x0.0x1/', 'loopback'],
    ['mixed and short', 'http://0x7f.1/', 'loopback'],
    ['short dotted', 'http://127.1/', 'loopback'],
    ['another loopback', 'http://127.8.9.10/', 'loopback'],
    ['zero', 'http://0/', 'loopback'],
    ['0.0.0.0', 'http://0.0.0.0/', 'loopback'],
    ['a trailing dot', 'http://127.0.0.1./', 'loopback'],
    ['full-width digits', 'http://１２７.０.０.１/', 'loopback'],
    ['ideographic dots', 'http://127。0。0。1/', 'loopback'],
    ['half-width dots', 'http://127｡0｡0｡1/', 'loopback'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/', 'loopback'],
    ['percent-encoded', 'http://%31%32%37%2e0.0.1/', 'loopback'],
    ['a soft hyphen inside', 'http://127.0\u00ad.0.1/', 'loopback'],
    ['IPv6 loopback', 'http://[::1]/', 'loopback'],
    ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/', 'loopback'],
    ['IPv6 unspecified', 'http://[::]/', 'loopback'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]/', 'loopback'],
    ['IPv4 mapped, in hex', 'http://[::ffff:7f00:1]/', 'loopback'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/', 'loopback'],
    ['SIIT', 'http://[::ffff:0:7f00:1]/', 'loopback'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/', 'loopback'],
    ['NAT64 to a private network', 'http://[64:ff9b::10.0.0.5]/', 'private'],
    ['local NAT64', 'http://[64:ff9b:1::192.168.0.1]/', 'private'],
    ['6to4 of a loopback address', 'http://[2002:7f00:1::]/', 'loopback'],
    ['6to4 of a public address', 'http://[2002:808:808::]/', 'private'],
    ['Teredo with the client on this machine, inverted', 'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'loopback'],
    ['Teredo with the server on this machine', 'http://[2001:0:7f00:1:8000:63bf:f7f7:f7f7]/', 'loopback'],
    ['Teredo with the metadata service as server', 'http://[2001:0:a9fe:a9fe:8000:63bf:f7f7:f7f7]/', 'metadata'],
    ['ISATAP', 'http://[2a01:4f8::5efe:10.0.0.1]/', 'private'],
    ['private 10', 'http://10.0.0.1/', 'private'],
    ['private 172', 'http://172.31.255.255/', 'private'],
    ['private 192', 'http://192.168.1.1/', 'private'],
    ['carrier NAT', 'http://100.64.0.1/', 'private'],
    ['benchmarking', 'http://198.18.0.1/', 'private'],
    ['multicast', 'http://224.0.0.1/', 'private'],
    ['broadcast', 'http://255.255.255.255/', 'private'],
    ['reserved', 'http://240.0.0.1/', 'private'],
    ['unique local', 'http://[fd00::1]/', 'private'],
    ['site local', 'http://[fec0::1]/', 'private'],
    ['outside global unicast', 'http://[4000::1]/', 'private'],
    ['link-local', 'http://169.254.1.1/', 'link-local'],
    ['IPv6 link-local', 'http://[fe80::1]/', 'link-local'],
    ['a zone id', 'http://[fe80::1%25eth0]/', 'invalid'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', 'metadata'],
    ['metadata as a number', 'http://2852039166/', 'metadata'],
    ['metadata mapped', 'http://[::ffff:169.254.169.254]/', 'metadata'],
    ['metadata by NAT64', 'http://[64:ff9b::a9fe:a9fe]/', 'metadata'],
    ['metadata over IPv6', 'http://[fd00:ec2::254]/', 'metadata'],
    ['metadata in another spelling', 'http://[fd00:0ec2:0:0:0:0:0:254]/', 'metadata'],
    ['metadata in a public range', 'http://168.63.129.16/', 'metadata'],
    ['user info', 'http://public.example@10.0.0.1/', 'credentials'],
    ['a password', 'https://u:p@public.example/', 'credentials'],
    ['a backslash', 'http://public.example\\@127.0.0.1/', 'invalid'],
    ['a line break', 'http://127.0.\n0.1/', 'invalid'],
    ['another scheme', 'file:///etc/passwd', 'scheme'],
    ['gopher', 'gopher://127.0.0.1:6379/_', 'scheme'],
    ['a text that is not an address', 'not an address', 'invalid'],
    ['an empty label', 'http://a..b/', 'invalid'],
    ['an address that is too long', `http://public.example/${'a'.repeat(2048)}`, 'invalid'],
    ['an unknown name', 'http://nowhere.example/', 'unresolvable'],
  ])('refuses %s', async (_name, url, code) => {
    expect(await codeOf(guardWith({}), url)).toBe(code)
  })

  it.each([
    ['an IPv4 address', 'https://8.8.8.8/hook'],
    ['an IPv6 address', 'https://[2606:4700::1111]/hook'],
    ['NAT64 of a public address', 'https://[64:ff9b::808:808]/hook'],
    ['a name', 'https://public.example/hook?x=1'],
    ['a name with a final dot', 'https://public.example./hook'],
    ['an international name', 'https://bücher.example/hook'],
  ])('accepts %s', async (_name, url) => {
    const names = { 'public.example': ['203.0.114.7', '2606:4700::1'], 'xn--bcher-kva.example': ['203.0.114.8'] }
    expect(await codeOf(guardWith({}, names), url)).toBe('ok')
  })

  it('refuses a name if one of its addresses is private', async () => {
    const guard = guardWith({}, { 'mixed.example': ['203.0.114.7', '192.168.0.9'] })
    expect(await codeOf(guard, 'http://mixed.example/')).toBe('private')
  })

  it('refuses a name that resolves to an address with a zone id', async () => {
    const guard = guardWith({ allowedNetworks: ['fe80::/10'] }, { 'zone.example': ['fe80::1%eth0'] })
    expect(await codeOf(guard, 'http://zone.example/')).toBe('link-local')
  })

  it('gives the reason for a refusal without the IP address that the name resolves to', async () => {
    const outcome = await guardWith({}, { 'intranet.example': ['10.77.66.55'] }).check('http://intranet.example/')
    expect(outcome).toEqual({
      ok: false,
      code: 'private',
      detail: 'intranet.example is in a private or reserved network and may not be called.',
    })
  })

  it('refuses a name if the resolver does not answer in time', async () => {
    const guard = guardWith({}, {}, { lookup: () => new Promise(() => undefined), lookupTimeoutMs: 5 })
    expect(await codeOf(guard, 'http://slow.example/')).toBe('unresolvable')
  })
})

describe('the allow list', () => {
  it.each([
    ['an address of a listed network', ['192.168.5.0/24'], 'http://192.168.5.9/', 'ok'],
    ['a single listed address', ['10.9.8.7'], 'http://10.9.8.7/', 'ok'],
    ['an address of a network in mapped spelling', ['::ffff:10.9.0.0/112'], 'http://10.9.8.7/', 'ok'],
    ['the mapped spelling of an address', ['10.9.0.0/16'], 'http://[::ffff:10.9.8.7]/', 'ok'],
    ['loopback if its network is listed', ['127.0.0.0/8'], 'http://127.0.0.1/', 'ok'],
    ['IPv6 loopback if it is listed', ['::1/128'], 'http://[::1]/', 'ok'],
    ['link-local if its network is listed', ['169.254.0.0/16'], 'http://169.254.7.7/', 'ok'],
  ])('opens %s', async (_name, allowedNetworks, url, code) => {
    expect(await codeOf(guardWith({ allowedNetworks }), url)).toBe(code)
  })

  it.each([
    ['the network beside a listed one', ['192.168.5.0/24'], 'http://192.168.6.9/', 'private'],
    ['a loopback address if only another one is listed', ['127.0.0.2/32'], 'http://127.0.0.1/', 'loopback'],
    ['IPv6 loopback if IPv4 loopback is listed', ['127.0.0.0/8'], 'http://[::1]/', 'loopback'],
    ['loopback if all addresses are listed', ['0.0.0.0/0', '::/0'], 'http://127.0.0.1/', 'loopback'],
    ['IPv6 loopback if all addresses are listed', ['0.0.0.0/0', '::/0'], 'http://[::1]/', 'loopback'],
    ['link-local if all addresses are listed', ['0.0.0.0/0'], 'http://169.254.7.7/', 'link-local'],
    ['metadata', ['169.254.169.254/32', '169.254.0.0/16'], 'http://169.254.169.254/', 'metadata'],
    ['IPv6 metadata', ['fd00:ec2::/32'], 'http://[fd00:ec2::254]/', 'metadata'],
    ['metadata as a Teredo server', ['2001::/32'], 'http://[2001:0:a9fe:a9fe::f7f7:f7f7]/', 'metadata'],
    ['NAT64 to a private network if only that is listed', ['10.0.0.0/8'], 'http://[64:ff9b::10.0.0.5]/', 'private'],
  ])('does not open %s', async (_name, allowedNetworks, url, code) => {
    expect(await codeOf(guardWith({ allowedNetworks }), url)).toBe(code)
  })

  it.each(['10.0.0.0/33', 'intranet', '10.0.0/8x', ''])('rejects %j, which is not a network', (entry) => {
    expect(() => guardWith({ allowedNetworks: [entry] })).toThrow('Not a network in CIDR form')
  })
})

describe('the addresses of our own services', () => {
  const policy: Partial<GuardPolicy> = {
    allowedNetworks: ['127.0.0.0/8', '::1/128', '10.0.0.0/8', 'fd00::/8', '0.0.0.0/8'],
    ownAddresses: [
      { host: '127.0.0.1', port: 8080 },
      { host: 'db.internal', port: 5432 },
      { host: 'console.example', port: 443 },
    ],
  }
  const names = {
    'db.internal': ['10.5.5.5'],
    'alias.internal': ['10.5.5.5'],
    'me.example': ['10.1.2.3'],
    'console.example': ['203.0.114.40'],
    'other.example': ['203.0.114.40'],
  }

  it.each([
    ['the server by loopback', 'http://127.0.0.1:8080/'],
    ['the server by another loopback address', 'http://127.3.3.3:8080/'],
    ['the server by 0.0.0.0', 'http://0.0.0.0:8080/'],
    ['the server by IPv6 loopback', 'http://[::1]:8080/'],
    ['the server by the LAN address', 'http://10.1.2.3:8080/'],
    ['the server by the mapped LAN address', 'http://[::ffff:10.1.2.3]:8080/'],
    ['the server by the IPv6 LAN address', 'http://[fd12::3]:8080/'],
    ['the server by a name of this machine', 'http://me.example:8080/'],
    ['the database by name', 'http://db.internal:5432/'],
    ['the database by name with a final dot', 'http://DB.internal.:5432/'],
    ['the database by address', 'http://10.5.5.5:5432/'],
    ['the database by another name', 'http://alias.internal:5432/'],
    ['the public console by another name', 'https://other.example/'],
  ])('stay closed with any allow list: %s', async (_name, url) => {
    expect(await codeOf(guardWith(policy, names), url)).toBe('own-service')
  })

  it.each([
    ['another port of this machine', 'http://127.0.0.1:9000/'],
    ['the same port of another machine', 'http://10.1.2.4:8080/'],
  ])('do not include %s, which stays open', async (_name, url) => {
    expect(await codeOf(guardWith(policy, names), url)).toBe('ok')
  })

  it('may be set later, for example a port that the system chooses', async () => {
    const ports: number[] = []
    const guard = guardWith({ ...policy, ownAddresses: () => ports.map((port) => ({ host: '127.0.0.1', port })) })
    expect(await codeOf(guard, 'http://127.0.0.1:40123/')).toBe('ok')
    ports.push(40_123)
    expect(await codeOf(guard, 'http://127.0.0.1:40123/')).toBe('own-service')
  })

  it('stay closed to other protocols too', async () => {
    const guard = guardWith({ ...policy, ownAddresses: [{ host: '0.0.0.0', port: 2525 }] })
    expect(await guard.resolveForTcp('10.1.2.3', 2525)).toMatchObject({ ok: false, code: 'own-service' })
    expect(await guard.resolveForTcp('10.1.2.3', 25)).toMatchObject({ ok: true, address: '10.1.2.3' })
  })
})

describe('ports', () => {
  it.each([
    [undefined, 'https://8.8.8.8/', 'ok'],
    [undefined, 'https://8.8.8.8:8443/', 'ok'],
    [undefined, 'http://8.8.8.8:25/', 'port'],
    [undefined, 'http://8.8.8.8:6379/', 'port'],
    [undefined, 'http://8.8.8.8:5432/', 'port'],
    [undefined, 'http://8.8.8.8:0/', 'port'],
    [[443], 'http://8.8.8.8/', 'port'],
    [[443], 'https://8.8.8.8/', 'ok'],
    ['any' as const, 'http://8.8.8.8:25/', 'ok'],
  ])('if the allowed ports are %j: the check of %s gives %s', async (allowedPorts, url, code) => {
    const { allowedPorts: _any, ...rest } = closed
    const guard = createGuard(allowedPorts === undefined ? rest : { ...rest, allowedPorts })
    expect(await codeOf(guard, url)).toBe(code)
  })
})
