import { describe, expect, it } from 'vitest'
import { hostIssue, hostnameIssue, ipIssue, mailboxIssue, portIssue } from './host.ts'

const longName = Array.from({ length: 4 }, () => 'a'.repeat(63)).join('.')

describe('host names', () => {
  it('have at most 253 characters · VALIDATION-013', () => {
    expect(hostnameIssue(longName.slice(0, 253))).toBeUndefined()
    expect(hostnameIssue(longName.slice(0, 254))).toEqual({ key: 'v.host.max' })
  })

  it('are not empty · VALIDATION-014', () => {
    expect(hostnameIssue('')).toEqual({ key: 'v.host.empty' })
  })

  it.each([
    'a b',
    '-a.example',
    'a-.example',
    'a..b',
    '.a',
    'a.',
    'a_b.example',
    'http://a',
    'a:80',
    'bücher.example',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4.5',
    '01.2.3.4',
    `${'a'.repeat(64)}.example`,
    'a\n',
    'a@b',
  ])('%j has the wrong form · VALIDATION-015', (text) => {
    expect(hostnameIssue(text)).toEqual({ key: 'v.host.format' })
  })

  it.each(['a', 'nvr', 'cam-1.site.example', 'A.EXAMPLE', '192.168.1.10', 'xn--bcher-kva.example', '4u.example'])(
    '%j is valid · VALIDATION-015',
    (text) => {
      expect(hostnameIssue(text)).toBeUndefined()
    },
  )
})

describe('mailboxes', () => {
  it('have at most 64 characters · VALIDATION-016', () => {
    expect(mailboxIssue('a'.repeat(64))).toBeUndefined()
    expect(mailboxIssue('a'.repeat(65))).toEqual({ key: 'v.textMax', params: { n: 64 } })
  })

  it('are not empty · VALIDATION-017', () => {
    expect(mailboxIssue('')).toEqual({ key: 'v.mailbox.empty' })
  })

  it.each(['.a', 'a.', 'a..b', 'a b', 'a@b', '"a"', 'a,b', 'a<b', 'a\r\nb', 'ä'])('%j has the wrong form', (text) => {
    expect(mailboxIssue(text)).toEqual({ key: 'v.host.format' })
  })
})

describe('addresses, hosts and ports', () => {
  it.each([
    '',
    '1.2.3',
    '256.1.1.1',
    '1.2.3.04',
    '0x7f.0.0.1',
    '2130706433',
    '::g',
    '[::1]',
    'fe80::1%eth0',
    'host',
    ':::',
    '1.2.3.4 ',
  ])('%j is not an IP address · VALIDATION-018', (text) => {
    expect(ipIssue(text)).toEqual({ key: 'v.ip' })
  })

  it.each(['1.2.3.4', '0.0.0.0', '255.255.255.255', '::', '::1', '2001:db8::7', '::ffff:1.2.3.4'])(
    '%j is an IP address · VALIDATION-018',
    (text) => {
      expect(ipIssue(text)).toBeUndefined()
    },
  )

  it('a host is a name or an IP address · VALIDATION-019', () => {
    expect(['nvr.local', '10.0.0.1', '2001:db8::7'].map(hostIssue)).toEqual([undefined, undefined, undefined])
    expect(['', 'a b', 'http://nvr', '10.0.0.300', ':'].map(hostIssue)).toEqual(
      Array.from({ length: 5 }, () => ({ key: 'v.hostName' })),
    )
  })

  it('a port is 1 to 65535 · VALIDATION-020', () => {
    expect([1, 554, '8080', 65_535].map(portIssue)).toEqual([undefined, undefined, undefined, undefined])
    const wrong = [0, -1, 65_536, 1.5, '', ' 80', '080', '8e3', '0x50', 'http', 123_456]
    expect(wrong.map(portIssue)).toEqual(wrong.map(() => ({ key: 'v.port' })))
  })
})
