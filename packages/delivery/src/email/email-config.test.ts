import { describe, expect, it } from 'vitest'
import { parseEmailConfig } from './email-config.ts'

describe('the settings of the e-mail receiver', () => {
  it('are one or more addresses, without blanks and repetitions', () => {
    expect(
      parseEmailConfig({ recipients: [' Ops@Nightwatch.example ', 'b@c.example', 'ops@nightwatch.example'] }),
    ).toEqual({
      ok: true,
      config: { recipients: ['ops@nightwatch.example', 'b@c.example'] },
    })
  })

  it.each([
    ['fr', { language: 'fr' }],
    ['xx', {}],
    [7, {}],
  ])('with the language %j are stored with %j', (language, kept) => {
    const recipients = ['a@b.example']
    expect(parseEmailConfig({ recipients, language })).toEqual({ ok: true, config: { recipients, ...kept } })
  })

  it.each([undefined, null, 'a@b.example', {}, { recipients: [] }, { recipients: 'a@b.example' }])(
    'refuse %j',
    (config) => {
      expect(parseEmailConfig(config)).toEqual({ ok: false, errors: [{ field: 'recipients', message: 'v.required' }] })
    },
  )

  it('report each wrong address · VALIDATION-021 VALIDATION-022 VALIDATION-023 VALIDATION-024', () => {
    const recipients = [
      'a@b.example',
      'ab.example',
      'a+x@b.example',
      'a b@c.example',
      `${'a'.repeat(318)}@b.example`,
      '',
      7,
    ]
    expect(parseEmailConfig({ recipients })).toEqual({
      ok: false,
      errors: [
        { field: 'recipients.1', message: 'v.email.at' },
        { field: 'recipients.2', message: 'v.email.alias' },
        { field: 'recipients.3', message: 'v.email.invalid' },
        { field: 'recipients.4', message: 'v.textMax', params: { n: 318 } },
        { field: 'recipients.5', message: 'v.required' },
        { field: 'recipients.6', message: 'v.required' },
      ],
    })
  })

  it('are limited to fifty addresses', () => {
    const recipients = Array.from({ length: 51 }, (_unused, index) => `a${index}@b.example`)
    expect(parseEmailConfig({ recipients })).toMatchObject({ ok: false, errors: [{ field: 'recipients' }] })
    expect(parseEmailConfig({ recipients: recipients.slice(1) })).toMatchObject({ ok: true })
  })
})
