import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchNxEvent, type NxMapping } from './match-nx-event.ts'
import { parseNxEvent, storedNxEvent } from './parse-nx-event.ts'
import { readNxPush } from './read-nx-push.ts'

const CAMERA = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
const receivedAt = new Date('2026-11-26T12:00:00Z')
const NAMES = ['camera', 'cameraName', 'eventType', 'eventName', 'source', 'caption', 'description'] as const
/** The content of a rule after the system has put the values in as they are. */
const contentOf = (values: Partial<Record<(typeof NAMES)[number], string>>): Buffer =>
  Buffer.from(`{${NAMES.map((name) => `"${name}":"${values[name] ?? `{event.${name}}`}"`).join(',')}}`)

const ANY: NxMapping = {
  systemName: '',
  serverId: '',
  cameraId: '',
  alarmType: '',
  alarmName: '',
  actionType: '',
  alarmEventId: '',
  eventType: 'person',
}

describe('an event that a rule sends', () => {
  it('of an analytics plug-in has its type and name', () => {
    const values = { camera: `{${CAMERA.toUpperCase()}}`, cameraName: 'Gate', eventType: 'nx.Line', eventName: 'Fence' }
    expect(readNxPush(contentOf(values), { system: '{S1}' })).toMatchObject({
      systemId: 's1',
      cameraId: CAMERA,
      cameraName: 'Gate',
      alarmType: 'analyticsSdkEvent',
      alarmName: 'Fence',
      alarmEventId: 'nx.Line',
      description: '',
      at: null,
    })
  })

  it('that is generic has its source and caption, and no placeholder is a value', () => {
    const read = readNxPush(contentOf({ source: 'Door', caption: 'Open', description: 'by nobody' }), {})
    expect(read).toMatchObject({
      cameraId: '',
      cameraName: '',
      alarmType: 'userDefinedEvent',
      alarmName: 'Open',
      alarmEventId: 'Door',
      description: 'by nobody',
    })
  })

  it('is read from the address alone, too', () => {
    expect(readNxPush(Buffer.alloc(0), { camera: CAMERA, alarmType: 'cameraMotionEvent' })).toMatchObject({
      cameraId: CAMERA,
      alarmType: 'cameraMotionEvent',
    })
  })

  it('is read where a value breaks the JSON', () => {
    const read = readNxPush(
      contentOf({ camera: CAMERA, caption: 'say "hi", now\r\n}', description: 'back\\slash' }),
      {},
    )
    expect(read).toMatchObject({ cameraId: CAMERA, description: 'back\\slash' })
    expect(read.alarmName).toContain('say "hi", now')
  })

  it('is read whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (bytes, caption) => {
          readNxPush(bytes, {})
          const read = readNxPush(contentOf({ camera: CAMERA, caption }), {})
          expect(read.cameraId).toBe(CAMERA)
          expect(read.alarmName.length).toBeLessThanOrEqual(200)
        },
      ),
    )
    for (const text of ['[', 'null', '7', '{"camera":7}', '['.repeat(50_000)])
      expect(readNxPush(Buffer.from(text), {})).toMatchObject({ cameraId: '', alarmType: '' })
  })
})

describe('a mapping', () => {
  const event = readNxPush(contentOf({ camera: CAMERA, eventType: 'nx.Line', eventName: 'Fence' }), { system: 's' })

  it('fits where all that it names is the same, upper and lower case as well', () => {
    const fits = (change: Partial<NxMapping>) => matchNxEvent(event, 'Harbour', [{ ...ANY, ...change }]) !== undefined
    expect(fits({})).toBe(true)
    expect(
      fits({ alarmType: 'analyticsSdkEvent', alarmName: 'Fence', alarmEventId: 'nx.Line', cameraId: CAMERA }),
    ).toBe(true)
    for (const other of [
      { alarmName: 'fence' },
      { alarmEventId: 'nx' },
      { systemName: 'Elsewhere' },
      { cameraId: 'x' },
    ])
      expect(fits(other)).toBe(false)
  })

  it('gives a camera to an event that names none, and the first one counts', () => {
    const generic = readNxPush(contentOf({ source: 'Door' }), {})
    const mappings = [ANY, { ...ANY, alarmEventId: 'Door', cameraId: CAMERA }, { ...ANY, cameraId: 'other' }]
    expect(matchNxEvent(generic, undefined, mappings)?.cameraId).toBe(CAMERA)
  })
})

describe('a stored event', () => {
  const event = readNxPush(contentOf({ camera: CAMERA, eventType: 'nx.base.LineCrossing' }), {})
  const parse = (raw: Uint8Array, more: object = {}) => parseNxEvent(raw, { receivedAt, ...more })

  it('has the type of its mapping, else that of its words', () => {
    expect(parse(storedNxEvent(event, 'vehicle', 'a'))).toMatchObject({ kind: 'alarm', eventType: 'vehicle' })
    expect(parse(storedNxEvent(event, null, 'a'))).toMatchObject({ vendor: 'digitalwatchdog', eventType: 'line' })
  })

  it('without pictures says why', () => {
    const { problems } = parse(storedNxEvent(event, null, 'a'), { problem: 'pictures could not be fetched (login)' })
    expect(problems).toEqual([{ code: 'no-media', detail: 'pictures could not be fetched (login)' }])
  })

  it('is the same when it is read again, and no other one is', () => {
    const picture = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), offsetMs: 0 }
    const key = (raw: Uint8Array, pictures = [picture]) => parse(raw, { pictures }).idempotencyKey
    const logged = { ...event, at: '2026-11-26T11:59:00.000Z' }
    expect(key(storedNxEvent(logged, null, ''))).toBe(key(storedNxEvent(logged, 'person', ''), []))
    expect(key(storedNxEvent(event, null, 'a'))).not.toBe(key(storedNxEvent(event, null, 'b')))
  })

  it('that is damaged is passed on', () => {
    expect(parse(Buffer.from('{'))).toMatchObject({ kind: 'unparsed' })
  })
})
