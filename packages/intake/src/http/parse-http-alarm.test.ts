import { describe, expect, it } from 'vitest'
import { jpeg, mp4 } from '../testing/mails.ts'
import { isEmptyAlarm, parseHttpAlarm, readHttpAlarm } from './parse-http-alarm.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))
const item = (seed: number): { data: string } => ({ data: jpeg(seed).toString('base64') })
const parse = (raw: Uint8Array, type = 'application/json') => parseHttpAlarm(raw, type, { receivedAt })

const key = async (raw: Uint8Array, at: string, idempotencyKey?: string): Promise<string> => {
  const options = { receivedAt: new Date(at), ...(idempotencyKey ? { idempotencyKey } : {}) }
  return (await parseHttpAlarm(raw, 'application/json', options)).idempotencyKey
}

/** Encodes a form as fetch and curl do. Returns its bytes and its content type. */
async function form(entries: [string, string | Blob, string?][]): Promise<[Buffer, string]> {
  const data = new FormData()
  for (const [name, value, file] of entries) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, file)
  }
  const encoded = new Response(data)
  return [Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '']
}

describe('JSON', () => {
  it('in the documented shape is parsed completely', async () => {
    const body = {
      event: 'Line crossing',
      deviceTime: '2026-03-01T10:59:58+01:00',
      channel: 3,
      text: 'north gate',
      media: [
        { name: 'C:\\a.jpg', contentType: 'image/jpeg', offsetMs: 0, ...item(1) },
        { name: 'b.jpg', offsetMs: 800, data: `data:image/jpeg;base64,${jpeg(2).toString('base64')}` },
      ],
    }
    const signal = await parse(json(body))
    expect(signal).toMatchObject({
      kind: 'alarm',
      event: 'Line crossing',
      eventType: 'line',
      deviceTime: '2026-03-01T10:59:58+01:00',
      channel: '3',
      text: 'north gate',
      problems: [],
      media: [
        { name: 'a.jpg', declaredType: 'image/jpeg', detectedType: 'image/jpeg', offsetMs: 0 },
        { name: 'b.jpg', offsetMs: 800 },
      ],
    })
    expect(signal.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(1), jpeg(2)])
  })

  it.each([
    [
      'nothing but a thousand opening brackets',
      Buffer.from('['.repeat(1000)),
      [{ path: '', message: 'is nested too deeply' }],
    ],
    ['no JSON', Buffer.from('{'), [{ path: '', message: 'is not valid JSON in UTF-8' }]],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), [{ path: '', message: 'is not valid JSON in UTF-8' }]],
    ['a list', json([]), [{ path: '', message: 'must be an object' }]],
    ['no media', json({}), [{ path: 'media', message: 'must be a list' }]],
    ['empty media', json({ media: [] }), [{ path: 'media', message: 'must hold at least one picture or clip' }]],
    ['a number for data', json({ media: [{ data: 1 }] }), [{ path: 'media[0].data', message: 'must be base64 text' }]],
    [
      'data that is no base64',
      json({ media: [item(1), { data: 'ä!' }] }),
      [{ path: 'media[1].data', message: 'must be base64 text' }],
    ],
    ['an event that is no text', json({ event: {}, media: [item(1)] }), [{ path: 'event', message: 'must be text' }]],
    [
      'a broken offset',
      json({ media: [{ ...item(1), offsetMs: 1.5 }] }),
      [{ path: 'media[0].offsetMs', message: expect.any(String) }],
    ],
    [
      '41 pictures',
      json({ media: Array.from({ length: 41 }, (_, n) => item(n)) }),
      [{ path: 'media', message: 'must hold at most 40 pictures and clips' }],
    ],
  ])('with %s returns an error to the sender', (_, raw, issues) => {
    expect(readHttpAlarm(raw, 'application/json').issues).toEqual(issues)
  })

  it('with one broken picture keeps the others', async () => {
    const signal = await parse(json({ event: 'VMD', media: [item(1), { data: '?' }, item(3)] }))
    expect(signal.kind).toBe('alarm')
    expect(signal.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(1), jpeg(3)])
    expect(signal.problems).toEqual([{ code: 'bad-encoding', detail: 'media[1].data must be base64 text' }])
  })

  it('without usable content is unparsed, with the reason', async () => {
    const signal = await parse(Buffer.from('nonsense'))
    expect(signal.kind).toBe('unparsed')
    expect(signal.problems).toEqual([
      { code: 'not-mime', detail: 'body is not valid JSON in UTF-8' },
      { code: 'no-media' },
    ])
  })

  it('with a member called __proto__ has no side effect', async () => {
    const signal = await parse(Buffer.from(`{"__proto__":{"event":"x"},"media":[{"data":"${item(1).data}"}]}`))
    expect(signal).toMatchObject({ kind: 'alarm', event: null })
  })

  it.each([
    ['Test', 'test'],
    ['Motion Detection Stop', 'stop'],
    ['Motion Detection', 'alarm'],
  ])('the event %s makes a signal of kind %s', async (event, kind) => {
    expect((await parse(json({ event, media: [item(1)] }))).kind).toBe(kind)
  })
})

describe('multipart', () => {
  it('keeps its fields and its files in order, with any file names', async () => {
    const [raw, type] = await form([
      ['event', 'Person'],
      ['deviceTime', '2026-03-01 10:59:58'],
      ['channel', '2'],
      ['text', 'north gate'],
      ['image', new Blob([new Uint8Array(jpeg(1))], { type: 'image/jpeg' }), 'a.jpg'],
      ['anything', new Blob([new Uint8Array(jpeg(2))]), 'b'],
    ])
    const signal = await parse(raw, type)
    expect(signal).toMatchObject({
      kind: 'alarm',
      event: 'Person',
      eventType: 'person',
      deviceTime: '2026-03-01T10:59:58',
      channel: '2',
      text: 'north gate',
      problems: [],
    })
    expect(signal.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(1), jpeg(2)])
  })

  it('may contain one clip', async () => {
    const [raw, type] = await form([['clip', new Blob([new Uint8Array(mp4(1))], { type: 'video/mp4' }), 'a.mp4']])
    expect((await parse(raw, type)).media).toMatchObject([{ detectedType: 'video/mp4' }])
  })

  it('without a file, or with too many files, returns an error', async () => {
    const [none, noneType] = await form([['event', 'x']])
    expect(readHttpAlarm(none, noneType).issues).toEqual([{ path: '', message: 'holds no picture or clip' }])
    const [many, manyType] = await form(
      Array.from({ length: 45 }, (_, n) => ['f', new Blob([new Uint8Array(jpeg(n))]), `${n}.jpg`]),
    )
    expect(readHttpAlarm(many, manyType).issues).toEqual([{ path: '', message: 'too-many-parts: more than 40' }])
    expect(await parse(many, manyType)).toMatchObject({ kind: 'unparsed', media: { length: 39 } })
  })

  it('may have the type multipart/mixed, which gateways send', async () => {
    const raw = Buffer.concat([
      Buffer.from('--frame\r\nContent-Type: image/jpeg\r\n\r\n'),
      jpeg(1),
      Buffer.from('\r\n--frame--'),
    ])
    expect(
      readHttpAlarm(raw, 'multipart/mixed; boundary=frame').alarm.media.map(({ bytes }) => Buffer.from(bytes)),
    ).toEqual([jpeg(1)])
  })
})

describe('a bare file', () => {
  it('is recognised by its bytes or by its declared type', async () => {
    expect(await parse(jpeg(1), 'application/octet-stream')).toMatchObject({
      kind: 'alarm',
      media: [{ detectedType: 'image/jpeg' }],
    })
    expect(await parse(Buffer.from('broken'), 'image/jpeg')).toMatchObject({
      kind: 'alarm',
      media: [{ detectedType: null }],
    })
  })

  it.each([
    ['empty', Buffer.alloc(0), 'image/jpeg', 'is empty'],
    ['of an unknown kind', Buffer.from('hello'), 'text/plain', 'is neither multipart, JSON, a picture nor a clip'],
  ])('that is %s returns an error to the sender', (_, raw, type, message) => {
    expect(readHttpAlarm(raw, type).issues).toEqual([{ path: '', message }])
  })
})

describe('isEmptyAlarm', () => {
  const X = 'multipart/form-data; boundary=x'
  const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n--x--`

  it.each([
    ['an empty body', '', 'image/jpeg', true],
    ['an empty body of a form', '', X, true],
    ['a form with text only', part('name=event', 'Motion'), X, true],
    ['a form with an empty picture', part('name=a; filename=a.jpg\r\nContent-Type: image/jpeg', ''), X, true],
    ['a form without parts', '--x--', X, true],
    ['JSON with text only', '{"event":"Motion"}', 'application/json', true],
    ['JSON with no picture', '{"media":[]}', 'application/json', true],
    ['JSON with an empty picture', '{"media":[{"data":""}]}', 'application/json', true],
    ['the end of an event', '{"event":"Motion Detection Stop"}', 'application/json', false],
    ['a test', '{"event":"Test"}', 'application/json', false],
    ['JSON that is broken', '{"event":', 'application/json', false],
    ['JSON whose pictures are no list', '{"media":{"data":""}}', 'application/json', false],
    ['JSON with a broken picture', '{"media":[{"data":"?"}]}', 'application/json', false],
    ['JSON with a picture under another name', '{"media":[{"bytes":"abcd"}]}', 'application/json', false],
    ['a form with another boundary', part('name=a; filename=a.jpg', 'abc').replaceAll('--x', '--y'), X, false],
    ['a form with a file of another kind', part('name=a; filename=a.pdf', 'abc'), X, false],
    ['a broken picture', 'broken', 'image/jpeg', false],
  ])('for %s (%j, %s) returns %s', async (_what, raw, type, expected) => {
    expect(isEmptyAlarm(await parse(Buffer.from(raw), type))).toBe(expected)
  })
})

describe('repetitions', () => {
  it('are recognised by the Idempotency-Key; without such a key, only by the time that the device wrote', async () => {
    const bare = json({ media: [item(1)] })
    const timed = json({ deviceTime: '2026-03-01T10:00:00', media: [item(1)] })
    expect(await key(bare, '2026-03-01T10:00:00Z', 'a')).toBe(await key(bare, '2026-03-01T10:09:00Z', 'a'))
    expect(await key(bare, '2026-03-01T10:00:00Z', 'a')).not.toBe(await key(timed, '2026-03-01T10:00:00Z', 'a'))
    expect(await key(bare, '2026-03-01T10:00:00Z')).not.toBe(await key(bare, '2026-03-01T10:00:01Z'))
    expect(await key(timed, '2026-03-01T10:00:00Z')).toBe(await key(timed, '2026-03-01T10:00:09Z'))
  })
})
