import { describe, expect, it } from 'vitest'
import type { ParsedSignal } from '../signal.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { jpeg, nestedMail, plainMail, raw } from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const read = (mail: Buffer): Promise<ParsedSignal> => parseMail(mail, { receivedAt })

const MB = 1024 * 1024
const many = (line: string, bytes: number): string => line.repeat(Math.floor(bytes / line.length))
const multipart = (body: string): Buffer =>
  raw('Subject: Motion', 'Content-Type: multipart/mixed; boundary=b', '', body)

describe('limits', () => {
  it('forty parts are read and the rest is reported', async () => {
    const signal = await read(
      plainMail(
        'Motion',
        'x',
        Array.from({ length: 60 }, (_, n) => jpeg(n, 300)),
      ),
    )
    expect(signal.kind).toBe('unparsed')
    expect(signal.problems).toEqual([{ code: 'too-many-parts', detail: 'more than 40' }])
    // Two of the forty parts are the multipart and the text.
    expect(signal.media).toHaveLength(38)
  })

  it('thirty pictures are within the limits', async () => {
    const signal = await read(
      plainMail(
        'Motion',
        'x',
        Array.from({ length: 30 }, (_, n) => jpeg(n, 300)),
      ),
    )
    expect(signal).toMatchObject({ kind: 'alarm', problems: [] })
    expect(signal.media).toHaveLength(30)
  })

  it('ten levels of nesting are opened and an eleventh is not', async () => {
    expect(await read(nestedMail(10))).toMatchObject({ kind: 'alarm', problems: [], media: [{ name: 'a.jpg' }] })
    const deeper = await read(nestedMail(11))
    expect(deeper.kind).toBe('unparsed')
    expect(deeper.problems).toContainEqual({ code: 'too-deep', detail: 'more than 10 levels' })
  })

  it('an oversized picture is left out and the others are kept', async () => {
    const mail = plainMail('Motion', 'x', [jpeg(1, 5000), jpeg(2, 900)])
    const signal = await parseMail(mail, { receivedAt, limits: { maxPartBytes: 1000 } })
    expect(signal.media.map((part) => part.bytes.length)).toEqual([900])
    expect(signal.problems).toEqual([{ code: 'part-too-large', detail: 'more than 1000 bytes' }])
    expect(signal.kind).toBe('alarm')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['bytes', Buffer.from([0, 255, 13, 10, 1, 2])],
    ['an empty line', Buffer.from('\r\n\r\n')],
    ['headers without end', Buffer.from(`X: ${'a'.repeat(100_000)}`)],
  ])('%s is unparsed', async (_, mail) => {
    expect((await read(mail)).kind).toBe('unparsed')
  })

  it('plain text without headers is kept as text', async () => {
    const signal = await read(Buffer.from('hello camera\r\nsecond line'))
    expect(signal).toMatchObject({ kind: 'unparsed', text: 'hello camera\nsecond line' })
    expect(signal.problems).toContainEqual({ code: 'not-mime', detail: 'no headers' })
  })
})

describe('reading a hostile mail takes time in proportion to its size', () => {
  // 10 MB of ordinary mail take about 60 ms on a developer's machine; a quadratic algorithm takes minutes.
  it.each([
    ['boundaries only', multipart(many('--b\r\n', 10 * MB))],
    ['almost boundaries', multipart(many('--bx\r\n', 10 * MB))],
    ['boundaries inside lines', multipart(many('x--b', 10 * MB))],
    ['one line', multipart('a'.repeat(10 * MB))],
    [
      'one line of base64 padding',
      raw('Subject: x', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', '='.repeat(10 * MB)),
    ],
    [
      'base64 in chunks of four',
      raw('Subject: x', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', many('QQ==', 10 * MB)),
    ],
    [
      'quoted-printable of equal signs',
      raw('Subject: x', 'Content-Transfer-Encoding: quoted-printable', '', '='.repeat(10 * MB)),
    ],
    ['opening brackets in HTML', raw('Subject: x', 'Content-Type: text/html', '', '<'.repeat(10 * MB))],
    ['comments in HTML', raw('Subject: x', 'Content-Type: text/html', '', many('<!--', 10 * MB))],
    ['styles in HTML', raw('Subject: x', 'Content-Type: text/html', '', many('<style>', 10 * MB))],
    ['open elements in XML', raw('Subject: x', 'Content-Type: text/xml', '', `<Alarm>${many('<EventType>', 10 * MB)}`)],
    ['header lines', raw(many('X-A: b\r\n', 10 * MB), '', 'x')],
    ['encoded words', raw(`Subject: ${many('=?utf-8?B?QQ==?= ', 60_000)}`, '', 'x')],
    ['broken encoded words', raw(`Subject: ${many('=?a?B?', 60_000)}`, '', 'x')],
    ['blanks in a subject', raw(`Subject: x${' '.repeat(60_000)}y`, '', 'x')],
    ['parameters', raw(`Content-Type: multipart/mixed; ${many('a*0*=b;', 60_000)} boundary=b`, '', '--b--')],
    ['colons', raw('Subject: x', '', many('a:(b', MB))],
    ['parentheses', raw('Subject: x', '', many('(', MB))],
    ['words of events', raw(`Subject: ${many('motion detected on ', 60_000)}`, '', many('detected from ', MB))],
    ['digits', raw(`Subject: ${'2'.repeat(60_000)}`, '', many('12/12/', MB))],
    ['lines of base64 in a text', raw('Subject: x', '', many(`${'a'.repeat(76)}\r\n`, 10 * MB))],
    ['lines that are almost base64', raw('Subject: x', '', many(`${'a'.repeat(39)}\r\n`, 10 * MB))],
    ['padding in a text', raw('Subject: x', '', '='.repeat(10 * MB))],
    ['data: addresses', raw('Subject: x', '', many('"data:image/jpeg;base64,', 10 * MB))],
    ['almost data: addresses', raw('Subject: x', '', many('data:image/jpeg ', 10 * MB))],
    ['beginnings of uuencoded files', raw('Subject: x', '', many('begin 644 a\r\n`\r\n', 10 * MB))],
    ['uuencoded files', raw('Subject: x', '', many('begin 644 a\r\n#AAAA\r\nend\r\n', 10 * MB))],
    ['blank text', raw('Subject: x', '', many(' \t', 10 * MB))],
    ['mails in mails', raw('Subject: x', many('Content-Type: message/rfc822\r\n\r\n', 10 * MB))],
    ['multiparts in multiparts', nestedMail(3000)],
  ])('%s', { timeout: 60_000 }, async (_, mail) => {
    const ms = await cpuMs(async () => {
      const signal = await read(mail)
      expect(signal.text.length).toBeLessThanOrEqual(4000)
    })
    expect(ms).toBeLessThan(3000)
  })
})
