import { createHash } from 'node:crypto'
import { HIKVISION_NAMESPACES, hikvisionHeartbeat, hikvisionPost, type HikvisionPost } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { jpeg } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseHikvision, readHikvisionClues } from './parse-hikvision.ts'

const receivedAt = new Date('2026-11-26T17:40:00Z')
const dateTime = '2026-11-26T18:32:07+01:00'
const read = ({ body, contentType }: HikvisionPost) => parseHikvision(body, contentType, { receivedAt })
const clues = ({ body, contentType }: HikvisionPost) => readHikvisionClues(body, contentType, { receivedAt })

describe('an event of a Hikvision device', () => {
  it.each(HIKVISION_NAMESPACES)('is read in the namespace %j', (namespace) => {
    const pictures = [jpeg(1), jpeg(2)]
    const report = { eventType: 'fielddetection', dateTime, target: 'human', namespace, pictures } as const
    expect(read(hikvisionPost(report))).toMatchObject({
      kind: 'alarm',
      vendor: 'hikvision',
      event: 'fielddetection',
      eventType: 'person',
      channel: '1',
      channelName: 'COUR NORD',
      deviceName: '192.0.2.64',
      deviceSerial: 'ac:cb:51:00:00:75',
      deviceTime: dateTime,
      media: [{ detectedType: 'image/jpeg' }, { detectedType: 'image/jpeg' }],
      problems: [],
    })
  })

  it('is read with prefixes, with a literal boundary, and as bare XML of any name', () => {
    const plain = hikvisionPost({ eventType: 'VMD', dateTime })
    const prefixed = plain.body.toString().replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1hik:')
    const posts = [
      { contentType: 'text/xml', body: plain.body },
      { contentType: '', body: plain.body },
      { contentType: 'application/xml', body: Buffer.from(prefixed) },
      hikvisionPost({ eventType: 'VMD', dateTime, pictures: [jpeg(1)], boundary: 'boundary' }),
    ]
    for (const post of posts)
      expect(read(post)).toMatchObject({ kind: 'alarm', event: 'VMD', eventType: 'motion', channel: '1' })
  })

  it.each([
    ['VMD', 'motion'],
    ['linedetection', 'line'],
    ['regionEntrance', 'field'],
    ['shelteralarm', 'tamper'],
    ['scenechangedetection', 'tamper'],
    ['IO', 'io'],
    ['PIR', 'io'],
    ['videoloss', 'videoloss'],
    ['ANPR', 'vehicle'],
  ])('%s is %s', (eventType, meant) => {
    expect(read(hikvisionPost({ eventType, dateTime })).eventType).toBe(meant)
  })

  it('of a recorder names the channel as people number it', () => {
    expect(
      [1, 32, 33, 36].map((channelId) => clues(hikvisionPost({ eventType: 'VMD', dateTime, channelId })).channel),
    ).toEqual(['1', '32', '1', '4'])
  })

  it('of a recorder also names the channel as it is written, where that is another number, and its name', () => {
    const xml = (number: number) =>
      `<EventNotificationAlert><channelID>${number}</channelID><channelName> Hof\0 </channelName></EventNotificationAlert>`
    const of = (number: number) => readHikvisionClues(Buffer.from(xml(number)), 'application/xml', { receivedAt })
    expect(of(32)).toMatchObject({ channel: '32', writtenChannel: null, channelName: 'Hof' })
    expect(of(40)).toMatchObject({ channel: '8', writtenChannel: '40' })
    expect(of(12345)).toMatchObject({ channel: null, writtenChannel: null })
  })

  it('ends with inactive, and with videoloss that is inactive only says that the device is there', () => {
    expect(read(hikvisionPost({ eventType: 'VMD', eventState: 'inactive', dateTime })).kind).toBe('stop')
    expect(clues(hikvisionHeartbeat(dateTime)).isHeartbeat).toBe(true)
    expect(clues(hikvisionPost({ eventType: 'videoloss', dateTime })).isHeartbeat).toBe(false)
    expect(clues(hikvisionPost({ eventType: 'VMD', eventState: 'inactive', dateTime })).isHeartbeat).toBe(false)
  })

  it('that is sent again is a resend, and a further post of the event is none', () => {
    const post = (activePostCount: number) => read(hikvisionPost({ eventType: 'VMD', dateTime, activePostCount }))
    expect(post(1).idempotencyKey).toBe(post(1).idempotencyKey)
    expect(post(2).idempotencyKey).not.toBe(post(1).idempotencyKey)
  })

  it('that defines entities is not read, and is passed on', () => {
    const evil =
      '<!DOCTYPE a [<!ENTITY b "ccc">]><EventNotificationAlert><eventType>&b;</eventType></EventNotificationAlert>'
    const signal = read({ contentType: 'application/xml', body: Buffer.from(evil) })
    expect(signal).toMatchObject({ kind: 'unparsed', event: null })
    expect(signal.problems).toContainEqual({ code: 'part-unread', detail: 'XML that defines entities' })
  })

  it('without an end is read as far as a device writes', async () => {
    const body = Buffer.from(`<EventNotificationAlert>${'<a>'.repeat(3_000_000)}`)
    expect(await cpuMs(async () => read({ contentType: 'application/xml', body }))).toBeLessThan(1_000)
  })
})

it('three thousand variants of events never throw, and always give a valid signal, in two seconds', async () => {
  const seeds = [
    hikvisionPost({ eventType: 'VMD', dateTime }),
    hikvisionPost({ eventType: 'fielddetection', dateTime, target: 'human', pictures: [jpeg(3)] }),
    hikvisionPost({
      eventType: 'linedetection',
      dateTime,
      namespace: '',
      pictures: [jpeg(4), jpeg(5)],
      boundary: 'boundary',
    }),
    hikvisionHeartbeat(dateTime),
  ]
  const tokens = ['<', '>', '</', '<!ENTITY x "y">', '&lt;', '--boundary', '\r\n\r\n', '\0', 'inactive', '99999', ':']
  const next = random(20_261_126)
  const total = await cpuMs(async () => {
    for (let round = 0; round < 3_000; round++) {
      const seed = seeds[round % seeds.length]
      if (!seed) continue
      const signal = read({ ...seed, body: mutate(seed.body, next, tokens) })
      const stored = JSON.stringify({ ...signal, media: [] })
      expect({
        round,
        failed: signal.problems.some(({ detail }) => detail?.startsWith('reader failed')),
        storable: stored.isWellFormed() && !stored.includes(String.raw`\u0000`),
        key: /^[0-9a-f]{64}$/.test(signal.idempotencyKey),
        hashes: signal.media.every((part) => createHash('sha256').update(part.bytes).digest('hex') === part.sha256),
      }).toEqual({ round, failed: false, storable: true, key: true, hashes: true })
    }
  })
  expect(total).toBeLessThan(2_000)
})
