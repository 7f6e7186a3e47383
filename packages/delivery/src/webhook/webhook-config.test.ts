import { describe, expect, it } from 'vitest'
import { createWebhookSecret } from './signature.ts'
import { parseWebhookConfig } from './webhook-config.ts'

const secret = createWebhookSecret()
const good = { url: 'https://hooks.example/x', headers: { Authorization: 'Bearer abc' }, secrets: [{ secret }] }

function errorsOf(changes: Record<string, unknown>): string[] {
  const parsed = parseWebhookConfig({ ...good, ...changes })
  return parsed.ok ? [] : parsed.errors.map(({ field, message }) => `${field}: ${message}`)
}

describe('the settings of a webhook', () => {
  it('are parsed, with headers optional', () => {
    expect(parseWebhookConfig({ url: good.url, secrets: good.secrets })).toEqual({
      ok: true,
      config: { url: good.url, headers: {}, secrets: [{ secret }], embedPicture: false, method: 'POST' },
    })
  })

  it.each([
    ['no address', { url: undefined }, 'url: v.required'],
    ['no scheme', { url: 'hooks.example' }, 'url: v.url.scheme'],
    ['another scheme', { url: 'ftp://hooks.example' }, 'url: v.url.scheme'],
    ['a malformed address', { url: 'http://[::' }, 'url: v.url.invalid'],
    ['a long address', { url: `https://hooks.example/${'a'.repeat(2048)}` }, 'url: v.textMax'],
    ['a password in the address', { url: 'https://u:p@hooks.example' }, 'url: url.credentials'],
    ['headers in a list', { headers: ['a'] }, 'headers: headers.invalid'],
    ['a header with a line break', { headers: { a: 'b\r\nHost: c' } }, 'headers.a: header.value'],
    ['a header beyond ASCII', { headers: { a: 'ä' } }, 'headers.a: header.value'],
    ['a header that is no text', { headers: { a: 1 } }, 'headers.a: header.value'],
    ['a header name with a blank', { headers: { 'a b': 'c' } }, 'headers.a b: header.name'],
    ['a header name with a line break', { headers: { 'a\n': 'c' } }, 'headers.a\n: header.name'],
    ['an empty header name', { headers: { '': 'c' } }, 'headers.: header.name'],
    ['the same header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers: headers.twice'],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_u, i) => [`x-${i}`, ''])) },
      'headers: headers.tooMany',
    ],
    ['no secret', { secrets: [] }, 'secrets: secrets.invalid'],
    ['only a secret that ends', { secrets: [{ secret, until: '2030-01-01T00:00:00Z' }] }, 'secrets: secrets.invalid'],
    ['a bad secret', { secrets: [{ secret: 'whsec_x' }] }, 'secrets: secrets.invalid'],
    ['a secret ending never', { secrets: [{ secret }, { secret, until: 'soon' }] }, 'secrets: secrets.invalid'],
    ['too many secrets', { secrets: Array.from({ length: 6 }, () => ({ secret })) }, 'secrets: secrets.invalid'],
    ['a wrong switch', { embedPicture: 'yes' }, 'embedPicture: embedPicture.invalid'],
  ])('with %s are refused', (_name, changes, error) => {
    expect(errorsOf(changes)).toEqual([error])
  })

  it.each([
    'Host',
    'Content-Length',
    'content-type',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'Expect',
    'Webhook-Signature',
    'webhook-id',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'User-Agent',
    'TE',
    'Trailer',
  ])('may not set the header %s', (name) => {
    expect(errorsOf({ headers: { [name]: 'x' } })).toEqual([`headers.${name}: header.reserved`])
  })

  it.each([undefined, null, 'text', 7, []])('refuse %j', (config) => {
    expect(parseWebhookConfig(config)).toMatchObject({ ok: false })
  })

  it('report all errors at once', () => {
    expect(errorsOf({ url: '', headers: { host: 'a' }, secrets: 'x' })).toHaveLength(3)
  })
})
