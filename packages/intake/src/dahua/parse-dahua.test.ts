import { dahuaLine, dahuaList } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseDahua } from './parse-dahua.ts'
import { readDahuaText } from './read-dahua-text.ts'

const receivedAt = new Date('2026-11-27T06:30:00Z')
const parse = (text: string, type = 'text/plain') => parseDahua(Buffer.from(text), type, { receivedAt })

it('reads events of both forms, whose channels are counted from 0', () => {
  expect(
    readDahuaText(dahuaLine({ code: 'VideoMotion', index: 3, data: { Name: 'Tor', UTC: 1_795_761_000 } })),
  ).toEqual({
    kind: 'events',
    events: [{ code: 'VideoMotion', action: 'start', channel: '4', time: '2026-11-27T06:30:00', rule: 'Tor' }],
  })
  expect(readDahuaText(dahuaList({ code: 'CrossRegionDetection', action: 'Stop', index: 0 }))).toEqual({
    kind: 'events',
    events: [{ code: 'CrossRegionDetection', action: 'stop', channel: '1', time: '2026-11-27T06:30:00', rule: 'Zaun' }],
  })
  const both = dahuaLine({ code: 'VideoMotion' }) + dahuaLine({ code: 'AlarmLocal', action: 'Pulse', index: 1 })
  expect(readDahuaText(both)).toMatchObject({ events: [{ code: 'VideoMotion' }, { code: 'AlarmLocal', channel: '2' }] })
})

it('knows signs of life and what is neither', () => {
  expect(readDahuaText('Heartbeat\r\n')).toEqual({ kind: 'heartbeat' })
  expect(readDahuaText('Error\r\nBad Request!')).toEqual({ kind: 'unread' })
})

it.each([
  ['VideoMotion', 'motion'],
  ['SmartMotionHuman', 'person'],
  ['SmartMotionVehicle', 'vehicle'],
  ['CrossLineDetection', 'line'],
  ['CrossRegionDetection', 'field'],
  ['WanderDetection', 'field'],
  ['TakenAwayDetection', 'field'],
  ['VideoBlind', 'tamper'],
  ['VideoLoss', 'videoloss'],
  ['AlarmLocal', 'io'],
])('knows what %s is', (code, eventType) => {
  expect(parse(dahuaLine({ code }))).toMatchObject({ kind: 'alarm', vendor: 'dahua', event: code, eventType })
})

it('passes on what nobody can read, and says why a picture could not be fetched', () => {
  expect(parse('nonsense')).toMatchObject({ kind: 'unparsed' })
  expect(parse(dahuaLine({ code: 'VideoMotion' }), 'text/plain; not-fetched=login').problems).toEqual([
    { code: 'no-media' },
    { code: 'not-fetched', detail: 'login' },
  ])
})

it('reads 3,000 mutated events in 2 s', async () => {
  const seeds = [
    dahuaLine({ code: 'VideoMotion', data: { Name: 'a', list: [1, 2] } }),
    dahuaList({ code: 'VideoMotion' }),
  ]
  const tokens = ['Code=', ';action=', 'Events[0].', '=', ';data=', '\r\n', '{', '"UTC":', '\0']
  let events = 0
  // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
  const ms = await cpuMs(async () => {
    const next = random(5)
    for (const seed of seeds)
      for (let n = 0; n < 1_500; n++) {
        const bytes = mutate(Buffer.from(seed.repeat(1 + next(20))), next, tokens)
        const read = readDahuaText(bytes.toString('latin1'))
        if (read.kind === 'events') events += read.events.length
        for (const event of read.kind === 'events' ? read.events : [])
          expect(event.code.length).toBeLessThanOrEqual(100)
        expect(['alarm', 'stop', 'unparsed']).toContain(parseDahua(bytes, 'text/plain', { receivedAt }).kind)
      }
  })
  expect(events).toBeGreaterThan(1_000)
  expect(ms).toBeLessThan(2_000)
})
