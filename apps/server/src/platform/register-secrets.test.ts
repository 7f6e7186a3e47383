import { expect, test } from 'vitest'
import { newKeyRing, newestKey } from './crypto/key-ring.ts'
import { openSecret, sealSecret } from './crypto/seal-secret.ts'
import { registerStartSecrets } from './register-secrets.ts'
import { maskSecrets, registerSecret } from './secret-values.ts'

test('secrets of the configuration are masked: passwords in addresses, values, master keys', () => {
  const keys = newKeyRing()
  registerStartSecrets({
    addresses: ['postgres://winnow:d4tabase%2Fpass@db/winnow', undefined, 'smtp://mail.example.org', 'not an address'],
    values: ['s3-acc3ss-secret', undefined],
    keys,
  })
  const masterKey = newestKey(keys).bytes.toString('base64url')
  const line = `password "d4tabase/pass", d4tabase%2Fpass, s3-acc3ss-secret, ${masterKey}`
  expect(maskSecrets(line)).toBe('password "[secret]", [secret], [secret], [secret]')
})

test('unsealed secrets are masked from then on: a text completely, JSON by the names of its fields', () => {
  const keys = newKeyRing()
  const stored = {
    url: 'https://example.org/hook',
    secrets: [{ id: 'newest-one', key: 'whsec_opened' }],
    Authorization: 'opened-header',
  }
  openSecret(keys, sealSecret(keys, JSON.stringify(stored), 'a'), 'a')
  openSecret(keys, sealSecret(keys, 'opened-camera-password', 'b'), 'b')
  expect(maskSecrets('https://example.org/hook whsec_opened opened-header opened-camera-password')).toBe(
    'https://example.org/hook [secret] [secret] [secret]',
  )
})

test('a value that is too long for a pattern or contains a lone surrogate is masked too', () => {
  const long = 'long-s3cret'.repeat(10_000)
  registerSecret(long)
  registerSecret('half-\uD83D-s3cret')
  const masked = maskSecrets(`before ${long} half-\uD83D-s3cret after`)
  expect(masked).toMatch(/^before (\[secret\])+ \[secret\] after$/)
})
