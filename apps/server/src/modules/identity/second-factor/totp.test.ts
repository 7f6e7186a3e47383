import { describe, expect, it } from 'vitest'
import { acceptedStep, newOtpSecret, otpAddress } from './totp.ts'

/** The secret of the test vectors of RFC 6238, appendix B, in base32. Those codes have eight digits; ours are the last six of them. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number): Date => new Date(seconds * 1000)
const accept = (code: string, seconds: number, lastStep: number | null = null) =>
  acceptedStep({ secret: SECRET, code, lastStep }, at(seconds))

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 for the time %i s is accepted', (seconds, code) => {
    expect(accept(code, seconds)).toBe(Math.floor(seconds / 30))
  })

  it('is accepted one step early and one step late, and no further', () => {
    const step = 37_037_036
    expect([-60, -30, 0, 30, 60].map((drift) => accept('081804', step * 30 + drift))).toEqual([
      undefined,
      step,
      step,
      step,
      undefined,
    ])
  })

  it('is accepted once, and earlier codes are refused after it', () => {
    const step = 37_037_036
    expect(accept('081804', step * 30, step - 1)).toBe(step)
    expect(accept('081804', step * 30, step)).toBeUndefined()
    expect(accept('081804', step * 30, step + 1)).toBeUndefined()
  })

  it.each(['081805', '81804', '0818041', '', 'abcdef'])('with the wrong value %j is refused', (code) => {
    expect(accept(code, 1_111_111_109)).toBeUndefined()
  })
})

describe('a new secret', () => {
  it('has 160 bits and is different each time', () => {
    const secrets = new Set(Array.from({ length: 50 }, newOtpSecret))
    expect(secrets.size).toBe(50)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('is passed to the app with the names that the app displays', () => {
    const address = new URL(otpAddress(SECRET, { issuer: 'Winnow & Co', account: 'ada@example.com' }))
    expect(address.protocol).toBe('otpauth:')
    expect(decodeURIComponent(address.pathname)).toContain('Winnow & Co:ada@example.com')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Winnow & Co',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
