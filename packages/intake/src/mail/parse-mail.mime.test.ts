import { describe, expect, it } from 'vitest'
import iconv from 'iconv-lite'
import type { ParsedSignal } from '../signal.ts'
import { base64, gb, jpeg, mp4, picturePart, plainMail, raw } from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const read = (mail: Buffer): Promise<ParsedSignal> => parseMail(mail, { receivedAt: new Date('2026-03-01T10:00:00Z') })
const bytesOf = (signal: ParsedSignal): Buffer[] => signal.media.map((part) => Buffer.from(part.bytes))

/** A mail with these headers and a body without parts. */
const single = (headers: string[], body: string | Buffer): Buffer =>
  raw('Subject: Motion', 'MIME-Version: 1.0', ...headers, '', body)

/** A multipart mail with one part, which has these headers. */
const wrapped = (headers: string[], body: string | Buffer): Buffer =>
  raw('Subject: Motion', 'Content-Type: multipart/mixed; boundary=bb', '', '--bb', ...headers, '', body, '--bb--')

describe('pictures in unusual places', () => {
  it.each([
    ['inline', ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', 'Content-Disposition: inline']],
    ['without a disposition', ['Content-Type: image/jpeg; name=a.jpg', 'Content-Transfer-Encoding: base64']],
    ['declared as text', ['Content-Type: text/plain; name="a.jpg"', 'Content-Transfer-Encoding: base64']],
    ['declared as anything', ['Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64']],
    ['without a type', ['Content-Disposition: attachment; filename="a.jpg"', 'Content-Transfer-Encoding: base64']],
    ['without any header but the encoding', ['Content-Transfer-Encoding: base64']],
    ['with a misspelt type', ['Content-Type: jpg', 'Content-Transfer-Encoding: BASE64 ']],
    ['without a transfer encoding', ['Content-Type: image/jpeg; name="a.jpg"']],
    ['with a wrong transfer encoding', ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: 7bit']],
  ])('a picture %s is found', async (_, headers) => {
    const signal = await read(wrapped(headers, base64(jpeg(5))))
    expect(bytesOf(signal)).toEqual([jpeg(5)])
    expect(signal.media[0]).toMatchObject({ detectedType: 'image/jpeg' })
  })

  it('a picture sent as raw bytes is found, also if it is declared as base64', async () => {
    expect(
      bytesOf(await read(wrapped(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: binary'], jpeg(5)))),
    ).toEqual([jpeg(5)])
    expect(
      bytesOf(await read(wrapped(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'], jpeg(5)))),
    ).toEqual([jpeg(5)])
  })

  it('base64 in separately padded chunks is one picture', async () => {
    const bytes = jpeg(6, 1000)
    const chunks = [bytes.subarray(0, 400), bytes.subarray(400, 500), bytes.subarray(500)].map((chunk) =>
      chunk.toString('base64'),
    )
    const signal = await read(
      wrapped(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'], chunks.join('\r\n')),
    )
    expect(bytesOf(signal)).toEqual([bytes])
  })

  it('a quoted-printable picture is found', async () => {
    const quoted = [...jpeg(7, 300)].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
    const folded = quoted.replace(/(?:=..){25}/g, '$&=\r\n')
    const signal = await read(
      wrapped(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: quoted-printable'], folded),
    )
    expect(bytesOf(signal)).toEqual([jpeg(7, 300)])
  })

  it('a picture that is the whole body of a mail is found', async () => {
    const signal = await read(
      single(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'], base64(jpeg(8))),
    )
    expect(bytesOf(signal)).toEqual([jpeg(8)])
  })

  it('pictures in nested multiparts keep their order', async () => {
    const mail = raw(
      'Subject: Motion',
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      'a preamble',
      '--outer',
      'Content-Type: multipart/related; boundary="outer-inner"',
      '',
      '--outer-inner',
      'Content-Type: multipart/alternative; boundary=alt',
      '',
      '--alt',
      'Content-Type: text/plain',
      '',
      'EVENT TYPE: Motion Detection',
      '--alt',
      'Content-Type: text/html',
      '',
      '<b>EVENT TYPE: other</b>',
      '--alt--',
      ...picturePart('outer-inner', 'a.jpg', jpeg(1)),
      '--outer-inner--',
      ...picturePart('outer', 'b.jpg', jpeg(2)),
      '--outer--',
      'an epilogue',
    )
    const signal = await read(mail)
    expect(bytesOf(signal)).toEqual([jpeg(1), jpeg(2)])
    expect(signal.text).toBe('EVENT TYPE: Motion Detection')
  })

  it('a picture after an inner multipart without a closing delimiter is found', async () => {
    const mail = raw(
      'Subject: Motion',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/related; boundary=inner',
      '',
      ...picturePart('inner', 'a.jpg', jpeg(1)),
      ...picturePart('outer', 'b.jpg', jpeg(2)),
    )
    expect(bytesOf(await read(mail))).toEqual([jpeg(1), jpeg(2)])
  })

  it('a missing boundary parameter is guessed', async () => {
    const mail = raw(
      'Subject: Motion',
      'Content-Type: multipart/mixed',
      '',
      ...picturePart('xyz', 'a.jpg', jpeg(1)),
      '--xyz--',
    )
    expect(bytesOf(await read(mail))).toEqual([jpeg(1)])
  })

  it('a mail forwarded as an attachment is opened', async () => {
    const inner = plainMail('Motion', 'x', [jpeg(3)])
    expect(bytesOf(await read(wrapped(['Content-Type: message/rfc822'], inner)))).toEqual([jpeg(3)])
    const encoded = wrapped(['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64'], base64(inner))
    expect(bytesOf(await read(encoded))).toEqual([jpeg(3)])
  })

  it.each([
    ['mp4', mp4(1), 'video/mp4'],
    ['avi', Buffer.from('RIFF\x10\0\0\0AVI LIST0000', 'latin1'), 'video/x-msvideo'],
    ['mov', Buffer.from('\0\0\0\x14ftypqt  0000', 'latin1'), 'video/quicktime'],
    ['dav', Buffer.from('DHAV\xfd\x00\x00\x00abcdef', 'latin1'), 'video/x-dav'],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'image/png'],
  ])('a clip or picture of kind %s is recognised by its bytes', async (_, bytes, type) => {
    const mail = wrapped(['Content-Type: application/x-unknown', 'Content-Transfer-Encoding: base64'], base64(bytes))
    expect((await read(mail)).media).toMatchObject([{ detectedType: type, declaredType: 'application/x-unknown' }])
  })

  it('a broken picture is kept because of its declared type, and text and archives are not media', async () => {
    const broken = wrapped(['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'], base64('no picture'))
    expect((await read(broken)).media).toMatchObject([{ detectedType: null, declaredType: 'image/jpeg' }])
    const log = wrapped(
      ['Content-Type: text/plain; name=device.log', 'Content-Disposition: attachment'],
      'motion at 10',
    )
    expect((await read(log)).media).toEqual([])
    const zip = wrapped(['Content-Type: application/zip', 'Content-Transfer-Encoding: base64'], base64('PK\x03\x04'))
    expect((await read(zip)).media).toEqual([])
  })

  it('a mail whose lines end in a bare line feed gives the same pictures', async () => {
    const mail = Buffer.from(
      plainMail('Motion', 'x', [jpeg(1), jpeg(2)])
        .toString('latin1')
        .replaceAll('\r\n', '\n'),
      'latin1',
    )
    expect(bytesOf(await read(mail))).toEqual([jpeg(1), jpeg(2)])
  })
})

describe('names and texts', () => {
  it('a path is removed from a name', async () => {
    const part = ['Content-Type: image/jpeg; name="..\\\\..\\\\etc/passwd.jpg"', 'Content-Transfer-Encoding: base64']
    expect((await read(wrapped(part, base64(jpeg(1))))).media[0]?.name).toBe('passwd.jpg')
  })

  it.each([
    ['encoded words', 'Content-Disposition: attachment; filename="=?UTF-8?B?5LicLmpwZw==?="', '东.jpg'],
    ['the notation of RFC 2231', "Content-Disposition: attachment; filename*=utf-8''%E4%B8%9C.jpg", '东.jpg'],
  ])('a name in %s is decoded', async (_, header, expected) => {
    const part = ['Content-Type: image/jpeg', header, 'Content-Transfer-Encoding: base64']
    expect((await read(wrapped(part, base64(jpeg(1))))).media[0]?.name).toBe(expected)
  })

  it.each([
    ['encoded words', '=?gb2312?B?0sa2r9Xssuk=?='],
    ['bare UTF-8', '移动侦查'],
  ])('a subject in %s is decoded', async (_, subject) => {
    expect((await read(plainMail(subject, ''))).subject).toBe('移动侦查')
  })

  it('a subject in bare gb2312 is decoded with the charset of the body', async () => {
    const mail = Buffer.concat([
      Buffer.from('Subject: '),
      gb('移动侦测'),
      Buffer.from('\r\nContent-Type: text/plain; charset=gb2312\r\n\r\n'),
      gb('通道'),
    ])
    expect(await read(mail)).toMatchObject({ subject: '移动侦测', text: '通道', eventType: 'motion' })
  })

  it.each([
    ['windows-1251', 'Движение во дворе'],
    ['windows-1252', 'Größe über Tür'],
    ['windows-1254', 'Işık değişti'],
    ['iso-8859-2', 'Ruch przy bramie – żółć'.replace('–', '-')],
    ['koi8-r', 'Движение'],
    ['utf-16le', 'Tür'],
  ])('text in %s is decoded', async (charset, text) => {
    const mail = Buffer.concat([
      Buffer.from(
        `Subject: x\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
      ),
      Buffer.from(base64(iconv.encode(text, charset))),
    ])
    expect(await read(mail)).toMatchObject({ text, problems: [{ code: 'no-media' }] })
  })

  it('text in an unknown charset is decoded as far as possible, with its problem', async () => {
    const mail = Buffer.concat([
      Buffer.from('Subject: x\r\nContent-Type: text/plain; charset=x-none\r\n\r\nT'),
      Buffer.from([0xfc, 0x72]),
    ])
    const signal = await read(mail)
    expect(signal.text).toBe('Tür')
    expect(signal.problems).toContainEqual({ code: 'bad-encoding', detail: 'text' })
  })

  it('control characters that a database or a log cannot store are removed', async () => {
    const signal = await read(raw('Subject: a\x00b\x1b[31mc', '', 'x\x00y\x07z'))
    expect(signal).toMatchObject({ subject: 'ab[31mc', text: 'xyz' })
  })

  it('text is truncated at 4000 characters, but not inside a character', async () => {
    const signal = await read(plainMail('Motion', `a${'😀'.repeat(3000)}`))
    expect(signal.text.length).toBeLessThanOrEqual(4000)
    expect(signal.text.isWellFormed()).toBe(true)
  })
})
