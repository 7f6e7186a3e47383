import { describe, expect, it } from 'vitest'
import { losesPictures } from '../media/loses-pictures.ts'
import type { ParseLimits } from '../limits.ts'
import type { ParsedSignal } from '../signal.ts'
import { uuencoded, winmail, zip } from '../testing/archives.ts'
import { attachedMail, base64, jpeg, mp4, plainMail, raw } from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const read = (mail: Buffer, limits: Partial<ParseLimits> = {}): Promise<ParsedSignal> =>
  parseMail(mail, { receivedAt: new Date('2026-03-01T10:00:00Z'), limits })
const bytesOf = (signal: ParsedSignal): Buffer[] => signal.media.map((part) => Buffer.from(part.bytes))
const html = (body: string, ...headers: string[]): Buffer =>
  raw('Subject: Alarm', 'Content-Type: text/html; charset=utf-8', ...headers, '', body)
const dataUrl = (bytes: Buffer, type = 'image/jpeg'): string => `data:${type};base64,${bytes.toString('base64')}`

describe('pictures in a ZIP archive', () => {
  const two = zip({ name: 'a/1.jpg', bytes: jpeg(1) }, { name: '2.jpg', bytes: jpeg(2), method: 0 })

  it.each([
    ['as ZIP', 'alarm.zip', 'application/zip'],
    ['as any bytes', 'alarm.bin', 'application/octet-stream'],
    ['as a picture', 'alarm.jpg', 'image/jpeg'],
    ['as a text', 'alarm.txt', 'text/plain'],
  ])('declared %s are found in order', async (_, name, type) => {
    const signal = await read(attachedMail(name, type, two))
    expect(bytesOf(signal)).toEqual([jpeg(1), jpeg(2)])
    expect(signal).toMatchObject({ kind: 'alarm', problems: [], media: [{ name: '1.jpg' }, { name: '2.jpg' }] })
  })

  it('are found beside a text, a clip and a nested archive', async () => {
    const inner = zip({ name: '3.jpg', bytes: jpeg(3) })
    const outer = zip(
      { name: 'report.txt', bytes: Buffer.from('words') },
      { name: 'pictures/', bytes: Buffer.alloc(0), method: 0 },
      { name: 'clip.mp4', bytes: mp4(1) },
      { name: 'inner.zip', bytes: inner },
    )
    const signal = await read(attachedMail('alarm.zip', 'application/zip', outer))
    expect(bytesOf(signal)).toEqual([mp4(1), jpeg(3)])
    expect(signal.problems).toEqual([])
  })

  it.each([
    ['encrypted', { isEncrypted: true }, 'alarm.zip: 1.jpg: encrypted'],
    ['packed in an unknown way', { method: 99 }, 'alarm.zip: 1.jpg: packed by method 99'],
    ['larger than one picture may be', { bytes: jpeg(1, 9000) }, 'alarm.zip: 1.jpg: too large'],
    ['no known file', { name: '1.xyz', bytes: Buffer.from('unknown') }, '1.xyz: neither a picture nor a text'],
  ])('that are %s are reported as lost, and the others kept', async (_, entry, detail) => {
    const archive = zip({ name: '1.jpg', bytes: jpeg(1), ...entry }, { name: '2.jpg', bytes: jpeg(2) })
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive), { maxPartBytes: 5000 })
    expect(bytesOf(signal)).toEqual([jpeg(2)])
    expect(signal.problems).toEqual([{ code: 'part-unread', detail }])
    expect(signal.problems.some(losesPictures)).toBe(true)
  })

  it('with broken deflated bytes are reported as lost', async () => {
    const archive = zip({ name: '1.jpg', bytes: jpeg(1) })
    archive.fill(0xff, 40, 80)
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive))
    expect(signal).toMatchObject({ kind: 'alarm', media: [], problems: [{ detail: 'alarm.zip: 1.jpg: broken' }, {}] })
  })

  it.each([
    ['is cut off', two.subarray(0, 500), 'alarm.zip: an archive without its directory'],
    ['is empty', zip(), 'alarm.zip: an empty archive'],
    [
      'has a broken directory',
      Buffer.concat([two.subarray(0, -22 - 46), two.subarray(-22)]),
      'alarm.zip: an archive whose directory is broken',
    ],
  ])('that %s are reported as lost', async (_, archive, detail) => {
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive))
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail })
  })
})

describe('decompression bombs in archives', () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024)

  it('are inflated at most to the growth limit of a picture', async () => {
    const before = process.cpuUsage()
    const bomb = zip({ name: '1.bmp', bytes: zeros })
    expect(bomb.length).toBeLessThan(60_000)
    const made = process.cpuUsage(before)
    const signal = await read(attachedMail('alarm.zip', 'application/zip', bomb))
    const took = process.cpuUsage(before)
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail: 'alarm.zip: 1.bmp: too large' })
    expect(took.user - made.user).toBeLessThan(1_000_000)
  })

  it('are opened only up to the byte limit for all archives of a message', async () => {
    const files = Array.from({ length: 8 }, (_, n) => ({ name: `${n}.jpg`, bytes: jpeg(n, 3000) }))
    const signal = await read(attachedMail('alarm.zip', 'application/zip', zip(...files)), { maxUnpackedBytes: 10_000 })
    expect(signal.media).toHaveLength(3)
    expect(signal.problems.filter(({ code }) => code === 'part-unread')).toHaveLength(5)
  })

  it('are opened only up to the file limit for all archives of a message', async () => {
    const files = Array.from({ length: 300 }, (_, n) => ({ name: `${n}.jpg`, bytes: jpeg(n, 300) }))
    const signal = await read(attachedMail('alarm.zip', 'application/zip', zip(...files)))
    expect(signal.media).toHaveLength(100)
    expect(signal.problems).toEqual([{ code: 'part-unread', detail: 'alarm.zip: more files than are read' }])
  })

  it('are opened only up to three nested archives', async () => {
    let archive = zip({ name: '1.jpg', bytes: jpeg(1) })
    for (let depth = 0; depth < 5; depth++) archive = zip({ name: 'inner.zip', bytes: archive })
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive))
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail: 'inner.zip: an archive within archives' })
  })

  it('have the same limits if all entries point at the same content', async () => {
    const one = zip({ name: '1.jpg', bytes: jpeg(1, 20_000) })
    const entry = one.subarray(-22 - 51, -22)
    const end = Buffer.from(one.subarray(-22))
    end.writeUInt16LE(90, 10)
    const archive = Buffer.concat([one.subarray(0, -22 - 51), ...Array.from({ length: 90 }, () => entry), end])
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive), { maxUnpackedBytes: 200_000 })
    expect(signal.media).toHaveLength(10)
    expect(signal.problems).toHaveLength(10)
  })

  it('with more content than declared are not inflated further, and use up the archive limit', async () => {
    const [large, small] = [
      { name: '1.jpg', bytes: jpeg(1, 50_000) },
      { name: '2.jpg', bytes: jpeg(2, 5_000) },
    ]
    const archive = zip(large, small)
    const said = archive.lastIndexOf(Buffer.from('PK\x01\x02'), -22 - 52) + 24
    expect(archive.readUInt32LE(said)).toBe(50_000)
    archive.writeUInt32LE(8_000, said)
    const signal = await read(attachedMail('alarm.zip', 'application/zip', archive), { maxUnpackedBytes: 10_000 })
    expect(signal.media).toEqual([])
    expect(signal.problems).toMatchObject([
      { detail: 'alarm.zip: 1.jpg: larger than its archive says' },
      { detail: 'alarm.zip: 2.jpg: too large' },
      { code: 'no-media' },
    ])
  })
})

describe('pictures in a winmail.dat', () => {
  it.each([
    ['as attributes', false],
    ['as properties', true],
  ])('%s are found, with the text of the mail', async (_, asProperty) => {
    const tnef = winmail('Event Type: Line crossing', [
      { name: 'Gate camera 1.jpg', bytes: jpeg(1), asProperty },
      { name: 'clip.mp4', bytes: mp4(2), asProperty },
    ])
    const mail = raw(
      'Subject: x',
      'Content-Type: application/ms-tnef; name="winmail.dat"',
      'Content-Transfer-Encoding: base64',
      '',
      base64(tnef),
    )
    const signal = await read(mail)
    expect(bytesOf(signal)).toEqual([jpeg(1), mp4(2)])
    expect(signal).toMatchObject({ event: 'Line crossing', problems: [], media: [{ name: 'Gate camera 1.jpg' }, {}] })
  })

  it('in an archive inside a winmail.dat are found', async () => {
    const tnef = winmail('', [{ name: 'a.zip', bytes: zip({ name: '1.jpg', bytes: jpeg(1) }) }])
    expect(bytesOf(await read(attachedMail('winmail.dat', 'application/ms-tnef', tnef)))).toEqual([jpeg(1)])
  })

  it('are reported as lost if it is truncated behind them, and the earlier pictures are kept', async () => {
    const tnef = winmail('', [
      { name: '1.jpg', bytes: jpeg(1) },
      { name: '2.jpg', bytes: jpeg(2) },
    ])
    const signal = await read(attachedMail('winmail.dat', 'application/ms-tnef', tnef.subarray(0, -1000)))
    expect(bytesOf(signal)[0]).toEqual(jpeg(1))
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail: 'winmail.dat: cut off' })
  })
})

describe('pictures that are uuencoded', () => {
  const file = uuencoded('gate.jpg', jpeg(5, 1999))

  it('in a text are found, and so is the text around them', async () => {
    const signal = await read(raw('Subject: x', '', 'Event: Motion', file, 'Channel: 4'))
    expect(bytesOf(signal)).toEqual([jpeg(5, 1999)])
    expect(signal).toMatchObject({ text: 'Event: Motion\nChannel: 4', channel: '4', media: [{ name: 'gate.jpg' }] })
  })

  it.each([
    ['under that transfer encoding', ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: x-uuencode']],
    ['of text under that encoding', ['Content-Type: text/plain', 'Content-Transfer-Encoding: uuencode']],
    ['under none', ['Content-Type: application/octet-stream; name=gate.jpg']],
  ])('as a part %s are found', async (_, headers) => {
    expect(bytesOf(await read(raw('Subject: x', ...headers, '', file)))).toEqual([jpeg(5, 1999)])
  })

  it('without an end are decoded as far as possible', async () => {
    const { media } = await read(raw('Subject: x', '', file.slice(0, 1500)))
    expect(media).toMatchObject([{ name: 'gate.jpg', detectedType: 'image/jpeg' }])
  })

  it('are not found in a sentence that starts with "begin"', async () => {
    const signal = await read(plainMail('Alarm', 'begin 644 things\nbegin with the gate\nend'))
    expect(signal).toMatchObject({ text: 'begin 644 things\nbegin with the gate\nend', media: [{ name: 'snap0.jpg' }] })
    expect(signal.problems).toEqual([])
  })
})

describe('pictures in data: addresses', () => {
  it('of an HTML body are found, and so is the text after them', async () => {
    const big = jpeg(1, 200_000)
    const signal = await read(html(`<p>Event: Motion</p><img src="${dataUrl(big)}"><p>Channel: 7</p>`))
    expect(bytesOf(signal)).toEqual([big])
    expect(signal).toMatchObject({ text: 'Event: Motion\n\nChannel: 7', channel: '7', problems: [] })
  })

  it.each([
    ['broken into lines', `<img src='data:image/jpeg;base64,\r\n${base64(jpeg(2))}'>`],
    ['without quotes', `<img src=${dataUrl(jpeg(2))}>`],
    ['in a style', `<div style="background:url(${dataUrl(jpeg(2))})">`],
    ['in capitals', `<IMG SRC="${dataUrl(jpeg(2)).replace('data:image', 'DATA:IMAGE')}">`],
    [
      'escaped',
      `<img src="${dataUrl(jpeg(2)).replaceAll('+', '%2B').replaceAll('/', '%2F').replace('image%2Fjpeg', 'image/jpeg')}">`,
    ],
    ['with parameters', `<img src="${dataUrl(jpeg(2), 'image/jpeg;name=a.jpg;charset=x')}">`],
    ['of no known type', `<img src="${dataUrl(jpeg(2), 'application/octet-stream')}">`],
  ])('%s are found', async (_, body) => {
    expect(bytesOf(await read(html(body)))).toEqual([jpeg(2)])
  })

  it('in quoted-printable are found', async () => {
    const body = `<img src="${dataUrl(jpeg(3))}">`.replaceAll('=', '=3D').replace(/.{70}/g, '$&=\r\n')
    expect(bytesOf(await read(html(body, 'Content-Transfer-Encoding: quoted-printable')))).toEqual([jpeg(3)])
  })

  it('are ignored if they are vector drawings', async () => {
    const signal = await read(html(`<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="${dataUrl(jpeg(1))}">`))
    expect(signal).toMatchObject({ media: [{ detectedType: 'image/jpeg' }], problems: [] })
  })

  it('are reported as lost if they are empty', async () => {
    const signal = await read(html(`<img src="data:image/jpeg;base64,"><img src="${dataUrl(jpeg(1))}">`))
    expect(signal.media).toHaveLength(1)
    expect(signal.problems).toEqual([{ code: 'part-unread', detail: 'image/jpeg: empty' }])
  })
})

describe('pictures in bare base64', () => {
  it('in a text are found in any size, and so is the text around them', async () => {
    const big = jpeg(4, 12_000_000)
    const signal = await read(raw('Subject: x', '', 'Event: Motion', base64(big), 'Channel: 4'))
    expect(bytesOf(signal)[0]?.equals(big)).toBe(true)
    expect(signal.text).toBe('Event: Motion\n\nChannel: 4')
    expect(signal.problems).toEqual([])
  })

  it('in a field of XML are found', async () => {
    const signal = await read(
      raw('Subject: x', 'Content-Type: text/xml', '', `<Image>${jpeg(4).toString('base64')}</Image>`),
    )
    expect(bytesOf(signal)).toEqual([jpeg(4)])
  })

  it('behind the last boundary are found', async () => {
    const mail = raw(
      'Subject: x',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'words',
      '--b--',
      base64(jpeg(4)),
    )
    expect(await read(mail)).toMatchObject({ text: 'words', media: [{ detectedType: 'image/jpeg' }] })
  })

  it.each([2_000, 2_001, 2_002])('in lines of a field, of %s bytes, are found completely', async (size) => {
    const picture = jpeg(1, size)
    const signal = await read(
      raw('Subject: x', 'Content-Type: text/xml', '', `<Image>${base64(picture)}</Image>`, 'back door'),
    )
    expect(bytesOf(signal)).toEqual([picture])
    expect(signal.text).toContain('back door')
  })
})

describe('content that may be a picture and is unreadable', () => {
  it.each([
    ['alarm.rar', 'application/vnd.rar'],
    ['alarm.7z', 'application/octet-stream'],
    ['report.pdf', 'application/pdf'],
    ['smime.p7m', 'application/pkcs7-mime'],
    ['winmail.dat', 'application/ms-tnef'],
    ['picture', 'application/octet-stream'],
  ])('is reported as lost, here the file %s', async (name, type) => {
    const signal = await read(attachedMail(name, type, Buffer.from('Rar!\x1a\x07 unknown')))
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail: `${name}: ${type}` })
    expect(signal.problems.some(losesPictures)).toBe(true)
  })

  it.each([
    ['smime.p7s', 'application/pkcs7-signature'],
    ['event.ics', 'text/calendar'],
    ['data.xml', 'application/xml'],
    ['settings.ini', 'application/octet-stream'],
    ['sound.wav', 'audio/wav'],
  ])('is not assumed in the file %s', async (name, type) => {
    const signal = await read(attachedMail(name, type, Buffer.from('harmless')))
    expect(signal.problems).toEqual([{ code: 'no-media' }])
  })

  it('gives two messages that are otherwise equal different keys', async () => {
    const [one, two] = await Promise.all(
      ['Rar!one', 'Rar!two'].map((bytes) => read(attachedMail('a.rar', 'application/vnd.rar', Buffer.from(bytes)))),
    )
    expect(one?.idempotencyKey).not.toBe(two?.idempotencyKey)
  })
})
