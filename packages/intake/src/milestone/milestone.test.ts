import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { type ImageReply, imageRequests, ImageServerReader } from './image-server.ts'
import { parseXprotectEvent, storedXprotectEvent } from './parse-event.ts'
import { readEventPage, readXprotectEvent } from './read-event.ts'
import { readEventsMessage, startSession, subscribe } from './read-message.ts'

const TYPE = '6eb95dd6-7ccc-4bce-99f8-af0d0b582d77'
const CAMERA = 'a8a8b9dc-3995-49ed-9b00-62caac2ce74a'
const event = (more: object = {}) => ({
  specversion: '1.0',
  id: 'e-1',
  type: TYPE,
  source: `cameras/${CAMERA.toUpperCase()}`,
  time: '2026-11-27T07:00:00.1234567+01:00',
  ...more,
})
const JPEG = Buffer.from([0xff, 0xd8, 1, 2, 13, 10, 13, 10, 3, 0xff, 0xd9])
const picture = (at: number, jpeg = JPEG) =>
  Buffer.concat([
    Buffer.from(
      `ImageResponse\r\nRequestId: 1\r\nPrev: 1\r\nCurrent: ${at}\r\nNext: 9\r\nContent-type: image/jpeg\r\nContent-length: ${jpeg.length}\r\n\r\n`,
    ),
    jpeg,
    Buffer.from('\r\n\r\n'),
  ])
const CONNECTED = Buffer.from(
  '<?xml version="1.0"?><methodresponse><methodname>connect</methodname><connected>yes</connected></methodresponse>\r\n\r\n',
)

describe('a message of the WebSocket', () => {
  it('is the answer to a command, or holds events of cameras', () => {
    expect(readEventsMessage('{"commandId":1,"sessionId":"s","status":201}')).toEqual({
      kind: 'reply',
      commandId: 1,
      sessionId: 's',
      status: 201,
    })
    const message = readEventsMessage(JSON.stringify({ events: [event(), event({ source: 'hardware/x' }), null] }))
    expect(message).toMatchObject({
      kind: 'events',
      unread: 1,
      events: [{ id: 'e-1', type: TYPE, cameraId: CAMERA, at: new Date('2026-11-27T06:00:00.123Z') }, { cameraId: '' }],
    })
    for (const text of ['', '{', '[]', '7', '{"events":7}', '{"commandId":"1","status":200}'])
      expect(readEventsMessage(text)).toEqual({ kind: 'other' })
  })

  it('tells what an analytics event says, in one bounded line', () => {
    const described = (data: unknown) => readXprotectEvent(event({ data }))?.description
    expect(described({ description: 'over\r\nthe fence' })).toBe('over the fence')
    expect(described('{"Description":"x"}')).toBe('x')
    expect(described({ description: 'x'.repeat(5_000_000) })).toHaveLength(200)
    expect(described({ description: 7 })).toBe('')
  })

  it('of a page of stored events says how many entries the page has', () => {
    expect(readEventPage({ array: [event(), 7] })).toMatchObject({ rows: 2, events: [{ id: 'e-1' }] })
    expect(readEventPage([])).toBeUndefined()
  })

  it('is asked for by the commands of the API', () => {
    expect(JSON.parse(startSession(1, 's', 'e'))).toEqual({
      command: 'startSession',
      commandId: 1,
      sessionId: 's',
      eventId: 'e',
    })
    expect(JSON.parse(subscribe(2, [TYPE]))).toMatchObject({
      command: 'addSubscription',
      filters: [{ modifier: 'include', resourceTypes: ['cameras'], sourceIds: ['*'], eventTypes: [TYPE] }],
    })
  })
})

describe('a recording server', () => {
  const stream = Buffer.concat([
    CONNECTED,
    picture(1_000),
    picture(2_000, Buffer.from('GIF8')),
    picture(3_000, Buffer.alloc(0)),
  ])
  const expected: ImageReply[] = [
    { kind: 'xml', name: 'methodresponse', isConnected: true },
    { kind: 'picture', at: new Date(1_000), jpeg: JPEG },
    { kind: 'nothing' },
    { kind: 'nothing' },
  ]

  it('is read whatever pieces its answers come in', () => {
    for (const size of [1, 3, 7, 64, stream.length]) {
      const reader = new ImageServerReader()
      const replies: ImageReply[] = []
      for (let at = 0; at < stream.length; at += size)
        replies.push(...(reader.push(stream.subarray(at, at + size)) ?? []))
      expect(replies).toEqual(expected)
    }
  })

  it('is left when it lies about a length, sends a head without end, or something else', () => {
    const broken = (text: string) => new ImageServerReader().push(Buffer.from(text))
    expect(broken('ImageResponse\r\nCurrent: 1\r\nContent-length: 99999999\r\n\r\n')).toBeUndefined()
    expect(broken('ImageResponse\r\nCurrent: 1\r\nContent-length: -1\r\n\r\n')).toBeUndefined()
    expect(broken('ImageResponse\r\nCurrent: 1\r\n\r\n')).toBeUndefined()
    expect(broken('HTTP/1.1 200 OK\r\n\r\n')).toBeUndefined()
    expect(broken(`<${'a'.repeat(20_000)}`)).toBeUndefined()
    const reader = new ImageServerReader()
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))
    expect(reader.push(picture(1))).toBeUndefined()
  })

  it('gets requests in which no token can add an element', () => {
    const request = imageRequests.connect('c', `a&b</connectparam><x>`)
    expect(request).toContain('id=c&amp;connectiontoken=a&amp;b&lt;/connectparam&gt;&lt;x&gt;')
    expect(request.endsWith('\r\n\r\n')).toBe(true)
    expect(imageRequests.goto(2, new Date(5))).toContain('<time>5</time>')
  })
})

describe('a stored event', () => {
  const stored = (more: object = {}) =>
    storedXprotectEvent({
      id: 'e-1',
      type: TYPE,
      typeName: 'Line crossed',
      eventType: null,
      cameraId: CAMERA,
      cameraName: 'Gate',
      description: '',
      at: '2026-11-27T06:00:00.123Z',
      ...more,
    })
  const receivedAt = new Date('2026-11-27T06:00:01Z')
  const key = (raw: Uint8Array) => parseXprotectEvent(raw, { receivedAt }).idempotencyKey

  it('has the type that was chosen for it, else that of its words', () => {
    expect(parseXprotectEvent(stored(), { receivedAt })).toMatchObject({ vendor: 'milestone', eventType: 'line' })
    expect(parseXprotectEvent(stored({ eventType: 'person' }), { receivedAt })).toMatchObject({ eventType: 'person' })
  })

  it('is the same by its id, whatever its type is called and means by now', () => {
    expect(key(stored({ eventType: 'person' }))).toBe(key(stored()))
    expect(key(stored({ id: 'e-2' }))).not.toBe(key(stored()))
  })

  it('that is damaged is passed on', () => {
    expect(parseXprotectEvent(Buffer.from('{'), { receivedAt })).toMatchObject({ kind: 'unparsed' })
  })
})

describe('3,000 mutated messages are read in 2 s', () => {
  const measure = (seed: Buffer, tokens: readonly string[], read: (message: Buffer) => void) =>
    // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
    cpuMs(async () => {
      const next = random(7)
      for (let n = 0; n < 3_000; n += 1) read(mutate(seed, next, tokens))
    })

  it('of the WebSocket', async () => {
    const seed = Buffer.from(JSON.stringify({ events: [event({ data: { description: 'x' } }), event(), event()] }))
    const ms = await measure(seed, ['"id":', '[', '{', '\\u0000', 'null', '1e999', '"cameras/"'], (message) => {
      const read = readEventsMessage(message.toString('utf8'))
      if (read.kind !== 'events') return
      for (const one of read.events) {
        expect(Number.isNaN(one.at.getTime())).toBe(false)
        expect(one.description.length).toBeLessThanOrEqual(200)
      }
    })
    expect(ms).toBeLessThan(2_000)
  })

  it('of a recording server, and no picture is longer than what was sent', async () => {
    const seed = Buffer.concat([CONNECTED, picture(1_000), picture(2_000)])
    const tokens = ['Content-length: 9\r\n', '\r\n\r\n', '<', 'ImageResponse', '\xff\xd8', '0', '<!DOCTYPE a [']
    const ms = await measure(seed, tokens, (message) => {
      const reader = new ImageServerReader()
      const replies = [...(reader.push(message.subarray(0, 50)) ?? []), ...(reader.push(message.subarray(50)) ?? [])]
      for (const reply of replies)
        if (reply.kind === 'picture') expect(reply.jpeg.length).toBeLessThanOrEqual(message.length)
    })
    expect(ms).toBeLessThan(2_000)
  })
})
