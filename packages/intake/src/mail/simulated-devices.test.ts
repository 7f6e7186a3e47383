import { prepareAlarm, type Vendor } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { parseHttpAlarm } from '../http/parse-http-alarm.ts'
import { jpeg } from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const at = new Date(2026, 2, 1, 22, 15, 7)
type Event = 'motion' | 'line' | 'intrusion' | 'person' | 'vehicle'

/** Sends an event from a simulated device of a maker, and returns the parsed messages. */
async function roundTrip(vendor: Vendor, via: 'smtp' | 'http', event: Event) {
  const camera = { name: 'Yard 1', vendor, via, address: 'cam-1@x.example', viewId: 'v1', seed: 3 }
  const pictures = [0, 1].map((n) => ({ jpeg: jpeg(n), at: n * 800 }))
  const sent = await prepareAlarm(camera, { at, event, pictures })
  return Promise.all(
    sent.map((message) => {
      if (message.via === 'smtp') return parseMail(message.raw, { receivedAt: at })
      if (message.via === 'http')
        return parseHttpAlarm(message.upload.body, message.upload.contentType, { receivedAt: at })
      throw new Error(`a camera that sends by ${via} sent by ${message.via}`)
    }),
  )
}

/** The vendor and the event type that are recognised for each event of each simulated maker. Some makers have fewer phrases than events. */
const READ_AS: [Vendor, string, Event, string][] = [
  ['hikvision', 'hikvision', 'motion', 'motion'],
  ['hikvision', 'hikvision', 'line', 'line'],
  ['hikvision', 'hikvision', 'intrusion', 'field'],
  ['hikvision', 'hikvision', 'vehicle', 'field'],
  ['hikvision-dvr', 'hikvision', 'motion', 'motion'],
  ['hikvision-dvr', 'hikvision', 'line', 'line'],
  ['dahua', 'dahua', 'motion', 'motion'],
  ['dahua', 'dahua', 'line', 'line'],
  ['dahua', 'dahua', 'intrusion', 'field'],
  ['dahua', 'dahua', 'person', 'person'],
  ['dahua', 'dahua', 'vehicle', 'vehicle'],
  ['reolink', 'reolink', 'motion', 'motion'],
  ['reolink', 'reolink', 'person', 'person'],
  ['reolink', 'reolink', 'vehicle', 'vehicle'],
  ['axis', 'axis', 'motion', 'motion'],
  ['axis', 'axis', 'line', 'line'],
  ['plain', 'generic', 'motion', 'unknown'],
]

describe('a simulated camera', () => {
  it.each(READ_AS)('of %s is recognised as %s, and its event %s as %s', async (vendor, maker, event, type) => {
    const [first, ...more] = await roundTrip(vendor, 'smtp', event)
    expect(first).toMatchObject({ kind: 'alarm', vendor: maker, eventType: type, problems: [] })
    expect(first?.deviceTime).toMatch(/^2026-03-01T22:15:07/)
    expect(first?.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(0), jpeg(1)])
    expect(more.map(({ kind }) => kind)).toEqual(vendor === 'dahua' ? ['stop'] : [])
    expect(new Set([first, ...more].map((signal) => signal?.idempotencyKey)).size).toBe(1 + more.length)
  })

  it.each(['plain', 'json'] as const)(
    'that posts as %s is parsed with all its pictures and the event',
    async (vendor) => {
      const [signal] = await roundTrip(vendor, 'http', 'vehicle')
      expect(signal).toMatchObject({
        kind: 'alarm',
        eventType: 'vehicle',
        deviceTime: '2026-03-01T22:15:07',
        channel: '1',
        problems: [],
        media: [{ offsetMs: vendor === 'json' ? 0 : null }, { offsetMs: vendor === 'json' ? 800 : null }],
      })
      expect(signal?.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(0), jpeg(1)])
    },
  )
})
