import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTranscript } from './transcript.ts'

const SECRET = 'p&ss "w<rd=é'

function sentOf(text: string | Uint8Array, secrets: string[] = [SECRET]) {
  const transcript = openTranscript(secrets)
  transcript.sent(text)
  return transcript.read().sent ?? ''
}

describe('a transcript of an attempt', () => {
  it.each([
    ['as it is', `login ${SECRET} end`],
    ['in JSON', JSON.stringify({ key: SECRET })],
    ['in an address', `GET /x?Password=${encodeURIComponent(SECRET)}&y=1`],
    ['in a form', new URLSearchParams({ password: SECRET, y: '1' }).toString()],
    ['in XML', `<p>p&amp;ss &quot;w&lt;rd=é</p>`],
    ['in base64', `AUTH ${Buffer.from(SECRET).toString('base64')}`],
    [
      'within base64, as SMTP and HTTP write a login',
      `AUTH PLAIN ${Buffer.from(`\0me\0${SECRET}`).toString('base64')}`,
    ],
    ['in a soft line break of a mail', 'text p&ss "w=\r\n<rd=3Dé end'],
  ])('shows no secret %s', (_form, text) => {
    const shown = sentOf(text)
    expect(shown).toContain('•••')
    expect(shown).not.toMatch(/w<rd|w&lt;rd|w%3Crd|cCZzcyAi|AG1lAH/)
  })

  it('shows no token of an answer, and no signature that opens a picture', () => {
    const transcript = openTranscript()
    transcript.answered('{"access_token": "abc.def", "expires_in": 3600}')
    transcript.sent('https://w.example/f/1.jpg?expires=1&key=2&signature=AbC-_9 and V…%26signature%3DXyZ')
    transcript.sent('a mail: https://w.example/f/1.jpg?expires=3D1&key=3D2&signatur=\r\ne=3DAbC-=\r\n_9 end')
    const { sent, answered } = transcript.read()
    expect(answered).toBe('{"access_token": "•••", "expires_in": 3600}')
    expect(sent).not.toMatch(/AbC|_9|XyZ/)
    expect(sent).toContain('end')
  })

  it('hides what became known later, such as the token of a login in the next address', () => {
    const transcript = openTranscript()
    transcript.hide('vms-7f')
    transcript.sent('DELETE /rest/v4/login/sessions/vms-7f')
    expect(transcript.read().sent).toBe('DELETE /rest/v4/login/sessions/•••')
  })

  it('shows no token in an address', () => {
    expect(sentOf('GET https://w.example/a?x=1&token=AbC-9&y=2#access_token=XyZ')).toBe(
      'GET https://w.example/a?x=1&token=•••&y=2#access_token=•••',
    )
  })

  it('hides as many and as long secrets as settings can have, and tokens of any length', () => {
    const secrets = Array.from({ length: 20 }, (_, index) => `${index} `.padEnd(1_000, 'é&"'))
    const transcript = openTranscript(secrets)
    transcript.hide('t0'.repeat(30_000))
    transcript.sent(JSON.stringify({ first: secrets[0], last: secrets[19], token: 't0'.repeat(30_000), open: 'x' }))
    expect(transcript.read().sent).toBe('{"first":"•••","last":"•••","token":"•••","open":"x"}')
  })

  it('leaves pictures out, and says how long they are', () => {
    const picture = Buffer.alloc(3_000, 7).toString('base64')
    expect(sentOf(JSON.stringify({ picture, name: 'a.jpg' }))).toBe(
      '{"picture":"[3000 bytes in base64]","name":"a.jpg"}',
    )
  })

  it('keeps 64 KiB at most, whole characters, and says that there was more', () => {
    const transcript = openTranscript()
    transcript.sent('€ '.repeat(40_000))
    for (let index = 0; index < 40_000; index += 1) transcript.answered('x')
    const { sent, answered, isCut } = transcript.read()
    expect(isCut).toBe(true)
    expect(Buffer.byteLength(sent ?? '') + Buffer.byteLength(answered ?? '')).toBeLessThanOrEqual(65_536)
    expect(sent).toMatch(/^(€ )+€?$/)
  })

  it('never cuts a secret in two', () => {
    const shown = sentOf(`${'x '.repeat(24_574)}${SECRET}`)
    expect(shown).not.toContain('p&ss')
  })

  it('makes a text of any bytes, which PostgreSQL stores', () => {
    expect(sentOf(Uint8Array.of(0x0a, 0x41, 0x00, 0xff, 0x0d))).toBe('\nA\\x00\\xff\r')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), (bytes, text) => {
        for (const shown of [sentOf(bytes, []), sentOf(text, [])]) {
          expect(shown.isWellFormed()).toBe(true)
          expect(shown).not.toContain('\0')
        }
      }),
      { numRuns: 30 },
    )
  })

  it('says nothing where nothing was sent or answered', () => {
    expect(openTranscript([SECRET]).read()).toEqual({ sent: null, answered: null, isCut: false })
  })
})
