import { describe, expect, it } from 'vitest'
import { newKeyRing } from '../../platform/crypto/key-ring.ts'
import { isSignedLinkToken, signLinkToken } from './link-token.ts'

const ring = newKeyRing()
const NOW = new Date('2026-11-24T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const token = signLinkToken(ring, 'secret', later(60))
const [secret, expires, key, signature] = token.split('.')

describe('the token of a link', () => {
  it('is valid until its end', () => {
    expect(isSignedLinkToken(ring, token, NOW)).toBe(true)
    expect(isSignedLinkToken(ring, token, later(59))).toBe(true)
    expect(isSignedLinkToken(ring, token, later(60))).toBe(false)
  })

  it.each([
    ['a later end', `${secret}.${Number(expires) + 1}.${key}.${signature}`],
    ['another secret', `other.${expires}.${key}.${signature}`],
    ['another key', `${secret}.${expires}.none.${signature}`],
    ['no signature', `${secret}.${expires}.${key}.`],
    ['the secret alone', `${secret}`],
    ['more behind it', `${token}.x`],
    ['an end that is no number', `${secret}.1e99.${key}.${signature}`],
    ['nothing', ''],
  ])('is refused with %s', (_what, forged) => {
    expect(isSignedLinkToken(ring, forged, NOW)).toBe(false)
  })

  it('is refused by another installation', () => {
    expect(isSignedLinkToken(newKeyRing(), token, NOW)).toBe(false)
  })
})
