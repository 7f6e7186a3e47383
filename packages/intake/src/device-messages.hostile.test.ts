import { dahuaLine, hikvisionPost, univiewAlarm } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { parseDahua } from './dahua/parse-dahua.ts'
import { parseFtpFile } from './ftp/parse-ftp-file.ts'
import { readHttpHosts, writeHttpHost } from './hikvision/http-hosts.ts'
import { parseHikvision } from './hikvision/parse-hikvision.ts'
import { parseHttpAlarm } from './http/parse-http-alarm.ts'
import { parseNxEvent, storedNxEvent } from './nx/parse-nx-event.ts'
import { readNxPush } from './nx/read-nx-push.ts'
import type { ParsedSignal } from './signal.ts'
import { cpuMs } from './testing/cpu-ms.ts'
import { jpeg, nestedMail } from './testing/mails.ts'
import { mutate, random } from './testing/mutate.ts'
import { parseUniview } from './uniview/parse-uniview.ts'

const receivedAt = new Date('2026-11-27T06:30:00Z')
const COUNT = 3_000

/** What must hold of a signal, whatever it was read from: it can be stored, and the reader did not fail. */
function expectSignal(signal: ParsedSignal, seed: string): void {
  // A text may hold the six characters of an escape. Those are stored as any.
  const stored = JSON.stringify({ ...signal, media: [] }).replaceAll('\\\\', '')
  expect({
    seed,
    failed: signal.problems.some(({ detail }) => detail?.startsWith('reader failed')),
    storable: stored.isWellFormed() && !stored.includes(String.raw`\u0000`),
    key: /^[0-9a-f]{64}$/.test(signal.idempotencyKey),
    bounded: signal.text.length <= 4_000 && (signal.event?.length ?? 0) <= 200,
  }).toEqual({ seed, failed: false, storable: true, key: true, bounded: true })
}

/** Reads 3,000 mutations of some messages, by a fixed seed. @returns the processor time in milliseconds */
const readMutated = (seeds: readonly Buffer[], tokens: readonly string[], read: (message: Buffer) => unknown) =>
  cpuMs(async () => {
    const next = random(20_261_127)
    for (let n = 0; n < COUNT; n += 1) {
      const seed = seeds[n % seeds.length]
      // oxlint-disable-next-line no-await-in-loop -- one message after the other
      if (seed) await read(mutate(seed, next, tokens))
    }
  })

describe('3,000 mutated messages are read in 2 s', () => {
  it('of rules of DW Spectrum and Nx Witness, and ids and names have their form', async () => {
    const values = { camera: '{AB}', eventType: 'nx.Line', eventName: 'Fence', caption: 'a "quoted" text' }
    const broken = Buffer.from(JSON.stringify(values).replaceAll(String.raw`\"`, '"'))
    const tokens = ['{event.caption}', '"camera":"', '"', '\\', '{', '[', '\0', '\r\n', '","', '\u2028', '\xff']
    const ms = await readMutated([Buffer.from(JSON.stringify(values)), broken], tokens, (message) => {
      const event = readNxPush(message, { system: message.toString('latin1', 0, 30) })
      for (const id of [event.systemId, event.serverId, event.cameraId]) expect(id).toMatch(/^[^{}\s]{0,100}$/)
      for (const name of [event.cameraName, event.alarmType, event.alarmName, event.alarmEventId])
        expect(name.length).toBeLessThanOrEqual(200)
      expectSignal(parseNxEvent(storedNxEvent(event, null, 'a'), { receivedAt }), message.toString('latin1'))
    })
    expect(ms).toBeLessThan(2_000)
  })

  it('of programs, as JSON and as a form, and no picture is lost that stands whole in it', async () => {
    const [boundary, picture] = ['winnow', jpeg(3)]
    const json = Buffer.from(
      JSON.stringify({ event: 'Person', channel: 3, media: [{ name: 'a.jpg', data: picture.toString('base64') }] }),
    )
    const part = (head: string, body: Buffer | string) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]
    const form = Buffer.concat([
      ...part('name="event"', 'Person'),
      ...part('name="a"; filename="a.jpg"\r\nContent-Type: image/jpeg', picture),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    const tokens = ['"', '{', '[', ':', '"media":', '"data":"', '\0', `--${boundary}`, '\r\n\r\n', 'base64,', '\\u0000']
    const ms = await readMutated([json, form], tokens, async (message) => {
      const isJson = message[0] === 0x7b
      const type = isJson ? 'application/json' : `multipart/form-data; boundary=${boundary}`
      const signal = await parseHttpAlarm(message, type, { receivedAt })
      expectSignal(signal, message.toString('latin1'))
      const isUntouched =
        !isJson &&
        message.includes(Buffer.concat(part('name="a"; filename="a.jpg"\r\nContent-Type: image/jpeg', picture)))
      if (isUntouched) expect(signal.media.some(({ bytes }) => Buffer.from(bytes).includes(picture))).toBe(true)
    })
    expect(ms).toBeLessThan(2_000)
  })

  it('of places in Hikvision devices, and what is written back is one element', async () => {
    const place = { id: 1, server: { protocol: 'http', host: '192.0.2.1', port: 80, path: '/a?b=c&d' } } as const
    const list = Buffer.from(`<HttpHostNotificationList>${writeHttpHost(place)}</HttpHostNotificationList>`)
    const tokens = ['<id>', '</id>', '<!ENTITY x "y">', '&lt;', '&amp;', ']]>', '<HttpHostNotification>', '\0', '99999']
    const ms = await readMutated([list], tokens, (message) => {
      for (const host of readHttpHosts(message.toString('utf8')) ?? []) {
        expect(host.id).toBeLessThan(1_000)
        expect(writeHttpHost(host).match(/<HttpHostNotification[\s>]/g)).toHaveLength(1)
      }
    })
    expect(ms).toBeLessThan(2_000)
  })
})

describe('multiparts in multiparts', () => {
  const nested = nestedMail(3_000)
  const type = /Content-Type: (multipart\/[^\r\n]+)/i.exec(nested.toString('latin1'))?.[1] ?? ''

  it.each([
    ['a Hikvision device', (raw: Buffer) => parseHikvision(raw, type, { receivedAt })],
    ['a Uniview device', (raw: Buffer) => parseUniview(raw, type, { receivedAt })],
    ['a Dahua device', (raw: Buffer) => parseDahua(raw, type, { receivedAt })],
    ['a program', (raw: Buffer) => parseHttpAlarm(raw, type, { receivedAt })],
  ])('of %s are read as deep as any device writes, in linear time', async (_whose, read) => {
    expect(type).toContain('boundary')
    const ms = await cpuMs(async () => expectSignal(await read(nested), 'nested'))
    expect(ms).toBeLessThan(1_000)
  })
})

describe('a clock that is years off', () => {
  const YEARS = ['1970', '1999', '2051', '9999']
  const seconds = (year: string): number => Date.parse(`${year}-01-02T03:04:05Z`) / 1_000

  it.each<[string, (year: string) => ParsedSignal]>([
    [
      'a Hikvision device',
      (year) => {
        const post = hikvisionPost({ eventType: 'VMD', dateTime: `${year}-01-02T03:04:05+01:00`, pictures: [jpeg(1)] })
        return parseHikvision(post.body, post.contentType, { receivedAt })
      },
    ],
    [
      'a Dahua device',
      (year) =>
        parseDahua(Buffer.from(dahuaLine({ code: 'VideoMotion', data: { UTC: seconds(year) } })), 'text/plain', {
          receivedAt,
        }),
    ],
    [
      'a Uniview device',
      (year) => {
        const push = univiewAlarm({ type: 'MotionAlarmOn', seconds: seconds(year) })
        return parseUniview(push.body ?? Buffer.alloc(0), push.contentType ?? '', { receivedAt })
      },
    ],
    [
      'a camera that sends files',
      (year) => parseFtpFile(jpeg(1), { path: `/a/${year}0102030405_motion.jpg`, receivedAt }),
    ],
    [
      'a video system',
      (year) => {
        const at = `${year}-01-02T03:04:05.000Z`
        return parseNxEvent(storedNxEvent({ ...readNxPush(Buffer.from('{"caption":"a"}'), {}), at }, null, ''), {
          receivedAt,
        })
      },
    ],
  ])('of %s makes an alarm as any, whose events are told apart by it', (_whose, read) => {
    const signals = YEARS.map(read)
    for (const signal of signals) {
      expectSignal(signal, 'clock')
      expect(signal.kind).toBe('alarm')
    }
    expect(new Set(signals.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(YEARS.length)
    expect(YEARS.map((year) => read(year).idempotencyKey)).toEqual(signals.map(({ idempotencyKey }) => idempotencyKey))
  })
})
