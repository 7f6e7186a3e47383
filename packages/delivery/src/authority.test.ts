import { expect, it } from 'vitest'
import { readAuthority } from './authority.ts'
import { testAuthority } from './testing/http-sink.ts'

it('a certificate is read with its line breaks and without', async () => {
  const pem = await testAuthority()
  expect(readAuthority(pem)).toBe(pem)
  expect(readAuthority(pem.replaceAll('\n', ' '))).toBe(pem)
  expect(readAuthority(pem + pem)).toBe(pem + pem)
})

it.each(['', 'x', '-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----', '-----BEGIN PRIVATE KEY-----'])(
  'is none: %s',
  (text) => {
    expect(readAuthority(text)).toBeUndefined()
  },
)
