import { describe, expect, it } from 'vitest'
import { parseHttpAlarm } from '../http/parse-http-alarm.ts'
import { parseMail } from '../mail/parse-mail.ts'
import { losesPictures } from './loses-pictures.ts'

const receivedAt = new Date('2026-05-01T12:00:00Z')
const jpeg = Buffer.from('ffd8ffe000104a46494600010102', 'hex')
const lost = (problems: Parameters<typeof losesPictures>[0][]) => problems.some(losesPictures)

const mail = (...parts: string[]) =>
  parseMail(
    Buffer.from(
      [
        'Subject: Motion',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        ...parts.flatMap((part) => ['--b', part]),
        '--b--',
        '',
      ].join('\r\n'),
    ),
    { receivedAt, limits: { maxPartBytes: 1000 } },
  )
const picture = (base64: string) =>
  `Content-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`
const json = (media: unknown) =>
  parseHttpAlarm(Buffer.from(JSON.stringify({ media })), 'application/json', { receivedAt })
const data = jpeg.toString('base64')

describe('a message that lost a picture', () => {
  it('is recognised by being unreadable as a whole', () => {
    expect(lost([{ code: 'unread' }])).toBe(true)
  })

  it.each([
    ['an empty picture', [picture('')]],
    ['a picture beyond the limit', [picture(Buffer.concat([jpeg, Buffer.alloc(2000)]).toString('base64'))]],
    ['more parts than are read', Array.from({ length: 50 }, () => picture(data))],
  ])('is recognised by %s beside a good picture', async (_what, parts) => {
    const { media, problems } = await mail(picture(data), ...parts)
    expect(media.length).toBeGreaterThan(0)
    expect(lost(problems)).toBe(true)
  })

  it.each([
    ['not base64', [{ data }, { data: '%%%' }]],
    ['without data', [{ data }, {}]],
    ['not an object', [{ data }, 7]],
    ['above the limit of their number', Array.from({ length: 41 }, () => ({ data }))],
  ])('is recognised in JSON by a picture that is %s', async (_what, media) => {
    const signal = await json(media)
    expect(signal.media.length).toBeGreaterThan(0)
    expect(lost(signal.problems)).toBe(true)
  })
})

describe('a message with all its pictures', () => {
  it('is not suspected because of a text with a wrong encoding', async () => {
    const { media, problems } = await mail(
      picture(data),
      'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%%',
    )
    expect(media).toHaveLength(1)
    expect(lost(problems)).toBe(false)
  })

  it('is not suspected because of a wrong name or time of a picture', async () => {
    const { media, problems } = await json([{ data, name: 'x'.repeat(300), offsetMs: 'soon' }])
    expect(media).toHaveLength(1)
    expect(problems.length).toBeGreaterThan(0)
    expect(lost(problems)).toBe(false)
  })
})
