import { hikvisionXml } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { jpeg } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'
import { boundaryOf, createPartReader, PartError, type StreamPart } from './read-alert-stream.ts'

const xml = hikvisionXml({ eventType: 'VMD', dateTime: '2026-11-26T18:32:07+01:00' })
const part = (type: string, body: string | Uint8Array, { hasLength = true } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--boundary\r\nContent-Type: ${type}; charset="UTF-8"\r\n${hasLength ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])

describe('a stream of events', () => {
  it.each([1, 3, 7, 100_000])('gives its parts out in pieces of %d bytes', (size) => {
    const stream = Buffer.concat([
      part('application/xml', xml),
      part('image/jpeg', jpeg(1)),
      part('application/xml', xml),
    ])
    const read = createPartReader('boundary')
    const parts = []
    for (let at = 0; at < stream.length; at += size) parts.push(...read(stream.subarray(at, at + size)))
    expect(parts.map(({ type }) => type)).toEqual(['application/xml', 'image/jpeg', 'application/xml'])
    expect(parts[0]?.body.toString()).toBe(xml)
    expect(parts[1]?.body).toEqual(Buffer.from(jpeg(1)))
  })

  it.each([true, false])('gives a message out at once, before the next part, with a length: %s', (hasLength) => {
    const read = createPartReader('boundary')
    expect(read(part('application/xml', xml, { hasLength }))).toMatchObject([{ type: 'application/xml' }])
    expect(read(part('application/xml', xml, { hasLength }))[0]?.body.toString()).toBe(xml)
  })

  it('gives a picture without a length out at the next delimiter, whole', () => {
    const read = createPartReader('boundary')
    expect(read(part('image/jpeg', jpeg(2), { hasLength: false }))).toEqual([])
    expect(read(Buffer.from('--boundary\r\n'))).toEqual([{ type: 'image/jpeg', body: Buffer.from(jpeg(2)) }])
  })

  it.each([
    ['a message', `--boundary\r\nContent-Type: application/xml\r\n\r\n<EventNotificationAlert>${'<a>'.repeat(40_000)}`],
    ['headers', `--boundary\r\n${'X: y\r\n'.repeat(1_000)}`],
    ['text before the first part', 'x'.repeat(5_000)],
    ['a promised length', '--boundary\r\nContent-Type: image/jpeg\r\nContent-Length: 999999999\r\n\r\n'],
  ])('is refused when %s has no end', (_, bytes) => {
    expect(() => createPartReader('boundary')(Buffer.from(bytes))).toThrow(PartError)
  })

  it('that drips is read in linear time', async () => {
    const read = createPartReader('boundary')
    read(Buffer.from('--boundary\r\nContent-Type: application/xml\r\n\r\n'))
    const drop = Buffer.from('<a>'.repeat(40))
    expect(
      await cpuMs(async () => {
        for (let n = 0; n < 500; n++) read(drop)
      }),
    ).toBeLessThan(1_000)
  })

  it('has a picture of eight megabytes that drips in linear time, whole', async () => {
    const read = createPartReader('boundary')
    const picture = Buffer.alloc(8 * 1024 * 1024, 'picture')
    const stream = part('image/jpeg', picture)
    const parts: StreamPart[] = []
    const spent = await cpuMs(async () => {
      for (let at = 0; at < stream.length; at += 1_024) parts.push(...read(stream.subarray(at, at + 1_024)))
    })
    expect(parts.map(({ body }) => body.equals(picture))).toEqual([true])
    expect(spent).toBeLessThan(1_000)
  })

  it('has the boundary of its content type, with dashes or quotes', () => {
    const types = [
      'multipart/mixed; boundary=boundary',
      'multipart/mixed; boundary="MIME_boundary"',
      'multipart/x-mixed-replace;boundary=--myboundary',
    ]
    expect(types.map(boundaryOf)).toEqual(['boundary', 'MIME_boundary', 'myboundary'])
    expect(boundaryOf('text/html')).toBeUndefined()
  })
})

it('three thousand broken streams end with an error of their own or give parts, in two seconds', async () => {
  const seeds = [
    Buffer.concat([part('application/xml', xml), part('image/jpeg', jpeg(3)), part('application/xml', xml)]),
    Buffer.concat([
      part('application/xml', xml, { hasLength: false }),
      part('application/xml', xml, { hasLength: false }),
    ]),
  ]
  const tokens = [
    '--boundary',
    '\r\n\r\n',
    'Content-Length: 9',
    'Content-Length: -1',
    '</EventNotificationAlert>',
    '\0',
  ]
  const next = random(20_261_127)
  let given = 0
  const total = await cpuMs(async () => {
    for (let round = 0; round < 3_000; round++) {
      const bytes = mutate(seeds[round % 2] ?? Buffer.from(xml), next, tokens)
      const read = createPartReader('boundary')
      try {
        for (let at = 0; at < bytes.length; at += 512) given += read(bytes.subarray(at, at + 512)).length
      } catch (error) {
        expect(error).toBeInstanceOf(PartError)
      }
    }
  })
  expect(given).toBeGreaterThan(3_000)
  expect(total).toBeLessThan(2_000)
})
