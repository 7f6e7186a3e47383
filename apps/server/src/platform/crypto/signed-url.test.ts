import { describe, expect, test } from 'vitest'
import { newKeyRing } from './key-ring.ts'
import { signPath, verifySignedPath } from './signed-url.ts'

const ring = newKeyRing()
const now = new Date('2026-11-20T12:00:00Z')
const inAnHour = new Date('2026-11-20T13:00:00Z')

function check(signed: string, at: Date = now, keys = ring): string {
  const url = new URL(signed, 'http://winnow.local')
  return verifySignedPath(keys, url.pathname, Object.fromEntries(url.searchParams), at)
}

describe('a signed path', () => {
  const signed = signPath(ring, '/media/frames/a.jpg', { expires: inAnHour, now })

  test('is valid until it expires', () => {
    expect(check(signed)).toBe('valid')
    expect(check(signed, new Date(inAnHour.getTime() - 1))).toBe('valid')
    expect(check(signed, inAnHour)).toBe('expired')
  })

  test.each([
    ['another path', signed.replace('a.jpg', 'b.jpg')],
    ['a later end', signed.replace(/expires=(\d+)/, (_all, seconds: string) => `expires=${Number(seconds) + 60}`)],
    [
      'another signature',
      signed.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
    ],
    ['no signature', signed.replace(/&signature=.*/, '')],
    ['an unknown key', signed.replace(/key=[^&]+/, 'key=00000000')],
    ['an end that is no number', signed.replace(/expires=\d+/, 'expires=soon')],
  ])('is invalid with %s', (_name, changed) => {
    expect(changed).not.toBe(signed)
    expect(check(changed)).toBe('invalid')
  })

  test('stays valid when the key is rotated, and is invalid in another installation', () => {
    expect(check(signed, now, { keys: [...ring.keys, ...newKeyRing().keys] })).toBe('valid')
    expect(check(signed, now, newKeyRing())).toBe('invalid')
  })
})

test('repeated query parameters are invalid and cause no crash', () => {
  expect(verifySignedPath(ring, '/x', { expires: ['1', '2'], key: 'a', signature: 'b' }, now)).toBe('invalid')
})

test('a signature lasts at most seven days, and a path with a query is refused', () => {
  const tooLate = new Date(now.getTime() + 8 * 24 * 3_600_000)
  expect(() => signPath(ring, '/x', { expires: tooLate, now })).toThrow(RangeError)
  expect(() => signPath(ring, '/x?a=1', { expires: inAnHour, now })).toThrow(RangeError)
})
