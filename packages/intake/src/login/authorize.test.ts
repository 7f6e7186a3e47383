import { expect, it } from 'vitest'
import { authorize } from './authorize.ts'
import { parseChallenges } from './challenge.ts'

// The examples of RFC 7616, section 3.9.1.
const RFC = {
  method: 'GET',
  uri: '/dir/index.html',
  user: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}
const asked = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'

it.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('answers a %s challenge as the standard does', (algorithm, response) => {
  const header = authorize(parseChallenges(asked(algorithm)), RFC)
  expect(header).toContain(`response="${response}"`)
  expect(header).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"')
})

it('answers the older Digest without qop, and Basic only if no Digest is offered', () => {
  const old = parseChallenges(['Basic realm="cam"', 'Digest realm="cam", nonce="n"'])
  expect(authorize(old, RFC)).toMatch(/^Digest username="Mufasa", realm="cam", nonce="n"/)
  expect(authorize(old, RFC)).not.toContain('cnonce')
  expect(authorize(parseChallenges('Basic realm="cam"'), RFC)).toBe(`Basic ${btoa('Mufasa:Circle of Life')}`)
})

it('gives no password to a device that asks in an unknown way', () => {
  const strange = 'Digest realm="cam", nonce="n", algorithm=ROT13, Basic realm="cam"'
  expect(authorize(parseChallenges(strange), RFC)).toBeUndefined()
  expect(authorize(parseChallenges(asked('constructor')), RFC)).toBeUndefined()
  expect(authorize(parseChallenges('Negotiate TlRMTVNT=='), RFC)).toBeUndefined()
  expect(authorize(parseChallenges(undefined), RFC)).toBeUndefined()
})

it('reads a challenge whatever stands in it, in linear time', () => {
  for (const bad of [
    '',
    ',,,,',
    'Digest',
    'Digest realm="',
    '"'.repeat(8_000),
    'a='.repeat(8_000),
    `x="${'\\'.repeat(8_000)}`,
  ])
    expect(() => authorize(parseChallenges(bad), RFC)).not.toThrow()
})
