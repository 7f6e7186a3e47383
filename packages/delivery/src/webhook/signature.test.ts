import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createWebhookSecret, rotateWebhookSecret, secretKey, signWebhook } from './signature.ts'

const now = new Date('2026-03-01T12:00:00.900Z')

describe('webhook signatures', () => {
  it('equal those of the reference implementation', () => {
    const secret = createWebhookSecret()
    const body = '{"text":"Größe 🚗"}'
    expect(signWebhook([{ secret }], { id: 'msg_1', now, body })).toEqual({
      timestamp: '1772366400',
      signature: new Webhook(secret).sign('msg_1', now, body),
    })
  })

  it('are made with every unexpired secret, the newest first', () => {
    const [first, second, third] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
    const { signature } = signWebhook(
      [
        { secret: first },
        { secret: second, until: '2026-03-01T12:00:01Z' },
        { secret: third, until: '2026-03-01T12:00:00Z' },
      ],
      { id: 'msg_1', now, body: '{}' },
    )
    expect(signature).toBe([first, second].map((secret) => new Webhook(secret).sign('msg_1', now, '{}')).join(' '))
  })
})

describe('webhook secrets', () => {
  it('are different each time and have 32 bytes', () => {
    const [first, second] = [createWebhookSecret(), createWebhookSecret()]
    expect(first).not.toBe(second)
    expect(secretKey(first)).toHaveLength(32)
  })

  it.each([
    ['no prefix', Buffer.alloc(32).toString('base64')],
    ['too short', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['too long', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['not base64', `whsec_${'ä'.repeat(40)}`],
    ['empty', 'whsec_'],
  ])('with %s are invalid', (_name, secret) => {
    expect(secretKey(secret)).toBeUndefined()
  })

  it('are rotated so that the old secret also signs for one more day', () => {
    const old = [{ secret: 'whsec_b' }, { secret: 'whsec_a', until: '2026-03-01T20:00:00Z' }]
    expect(rotateWebhookSecret(old, 'whsec_c', now)).toEqual([
      { secret: 'whsec_c' },
      { secret: 'whsec_b', until: '2026-03-02T12:00:00.900Z' },
    ])
    expect(rotateWebhookSecret([], 'whsec_c', now)).toEqual([{ secret: 'whsec_c' }])
  })
})
