import { describe, expect, test } from 'vitest'
import { newKeyRing } from './key-ring.ts'
import { openSecret, resealSecret, SealedSecretError, sealSecret } from './seal-secret.ts'

const ring = newKeyRing()
const context = 'receiver:1:config'

function reasonOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof SealedSecretError) return error.reason
    throw error
  }
  return 'opened'
}

describe('a sealed secret', () => {
  test.each(['', 'short', 'ünï¢ødé 🔑', 'x'.repeat(100_000)])('opens to its plain text (%#)', (plain) => {
    const sealed = sealSecret(ring, plain, context)
    expect(openSecret(ring, sealed, context)).toBe(plain)
  })

  test('does not contain its plain text', () => {
    expect(sealSecret(ring, 'visible', context)).not.toContain('visible')
    expect(sealSecret(ring, 'visible', context)).not.toContain(Buffer.from('visible').toString('base64url'))
  })

  test('is different each time the same text is sealed', () => {
    expect(sealSecret(ring, 'same', context)).not.toBe(sealSecret(ring, 'same', context))
  })

  test('does not open in another context', () => {
    const sealed = sealSecret(ring, 'theirs', 'receiver:2:config')
    expect(reasonOf(() => openSecret(ring, sealed, context))).toBe('damaged')
  })

  test('does not open after any of its bytes was changed', () => {
    const sealed = sealSecret(ring, 'untouched', context)
    const [version, keyId, body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      const text = `${version}.${keyId}.${changed.toString('base64url')}`
      expect(reasonOf(() => openSecret(ring, text, context))).toBe('damaged')
    }
  })

  test.each(['', 's1', 's1..', 'plain text', 's2.00000000.AAAA'])('never has the form %j', (text) => {
    expect(reasonOf(() => openSecret(ring, text, context))).toBe('damaged')
  })

  test('reports a missing key without the content of the secret', () => {
    const sealed = sealSecret(newKeyRing(), 'lost', context)
    expect(reasonOf(() => openSecret(ring, sealed, context))).toBe('unknown_key')
  })
})

describe('rotation', () => {
  const rotated = { keys: [...ring.keys, ...newKeyRing().keys] }

  test('older secrets still open, and are sealed again under the newest key once', () => {
    const old = sealSecret(ring, 'kept', context)
    expect(openSecret(rotated, old, context)).toBe('kept')
    const fresh = resealSecret(rotated, old, context)
    expect(fresh).toBeDefined()
    expect(resealSecret(rotated, fresh ?? '', context)).toBeUndefined()
    // From here on the old key may be removed.
    expect(openSecret({ keys: rotated.keys.slice(1) }, fresh ?? '', context)).toBe('kept')
  })
})
