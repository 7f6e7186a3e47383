import {
  axisImage,
  axisNotification,
  type DevicePush,
  instarAlarm,
  univiewAlarm,
  univiewCount,
  univiewMultipart,
  univiewStructure,
} from '@winnow/testkit'
import { expect, it } from 'vitest'
import { parseAxis } from '../axis/parse-axis.ts'
import { parseDahua } from '../dahua/parse-dahua.ts'
import { parseInstar } from '../instar/parse-instar.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseUniview } from '../uniview/parse-uniview.ts'
import { pushType, queryOf } from './push-message.ts'

const receivedAt = new Date('2026-11-27T06:30:00Z')
/** The least that is known as a JPEG. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010101', 'hex'),
  Buffer.alloc(600, 7),
  Buffer.from('ffd9', 'hex'),
])

const typeOf = ({ suffix, contentType }: DevicePush): string => pushType(contentType, suffix.split('?')[1] ?? '')
const readBy = (parse: typeof parseAxis, push: DevicePush, storedAs = 'a') =>
  parse(push.body ?? Buffer.alloc(0), typeOf(push), { receivedAt, storedAs })

it('keeps the query of an address beside the type of the content', () => {
  const query = 'active=1&name=Einfahrt%20S%C3%BCd; "x"'
  expect(queryOf(pushType('text/plain; charset=utf-8', query)).get('name')).toBe('Einfahrt Süd; "x"')
  expect(queryOf('text/plain').size).toBe(0)
  expect(queryOf('a/b; winnow-query=%E0%A4%A').size).toBe(0)
})

it.each([
  ['an image', axisImage(JPEG), { kind: 'alarm', event: null, problems: [] }],
  [
    'an image with the parameters of its rule',
    axisImage(JPEG, 'a.jpg', 'message=Fence%20motion&camera=2'),
    { event: 'Fence motion', channel: '2', eventType: 'motion' },
  ],
  [
    'a notification',
    axisNotification('Motion at gate'),
    { kind: 'alarm', event: 'Motion at gate', eventType: 'motion', problems: [{ code: 'no-media' }] },
  ],
  [
    'a notification by POST',
    axisNotification('Line crossing', { method: 'POST' }),
    { kind: 'alarm', eventType: 'line' },
  ],
  ['a test', axisNotification('test'), { kind: 'test' }],
])('reads %s of an Axis device', (_name, push, expected) => {
  expect(readBy(parseAxis, push)).toMatchObject({ vendor: 'axis', ...expected })
})

it.each([
  [1, 'motion, area 1', 'motion'],
  [5, 'alarm input or PIR', 'io'],
  [10, 'motion, area 4', 'motion'],
  [99, 'manual alarm', 'unknown'],
  [42, 'alarm 42', 'unknown'],
])('reads what triggered an INSTAR camera: %i', (active, event, eventType) => {
  const push = instarAlarm(active, [['name', 'Tor Nord']])
  expect(readBy(parseInstar, push)).toMatchObject({
    kind: 'alarm',
    vendor: 'instar',
    event,
    eventType,
    deviceName: 'Tor Nord',
  })
})

it('takes no two pushes without a time for the same, and a resend with a time for it', () => {
  const keys = [readBy(parseInstar, instarAlarm(1), 'a'), readBy(parseInstar, instarAlarm(1), 'b')].map(
    ({ idempotencyKey }) => idempotencyKey,
  )
  expect(new Set(keys).size).toBe(2)
  const alarm = univiewAlarm({ type: 'MotionAlarmOn', seconds: receivedAt.getTime() / 1_000 })
  const same = [readBy(parseUniview, alarm, 'a'), readBy(parseUniview, alarm, 'b')].map(
    ({ idempotencyKey }) => idempotencyKey,
  )
  expect(new Set(same).size).toBe(1)
})

it.each([
  [
    'an alarm',
    univiewAlarm({ type: 'LineDetectorCrossed', source: 3 }),
    { kind: 'alarm', event: 'LineDetectorCrossed', channel: '3', channelName: 'Hof Nord', eventType: 'person' },
  ],
  [
    'an alarm that names a multipart',
    univiewAlarm({ type: 'MotionAlarmOn' }, 'multipart/form-data'),
    { kind: 'alarm', event: 'MotionAlarmOn' },
  ],
  ['the end of an alarm', univiewAlarm({ type: 'MotionAlarmOff' }), { kind: 'stop' }],
  [
    'what was seen',
    univiewStructure([JPEG, JPEG]),
    { kind: 'alarm', event: 'objects seen', eventType: 'person', problems: [] },
  ],
  [
    'a multipart',
    univiewMultipart('HumanShapeDetect', JPEG),
    { kind: 'alarm', event: 'HumanShapeDetect', problems: [] },
  ],
  ['a count', univiewCount(), { kind: 'unparsed' }],
])('reads %s of a Uniview device', (_name, push, expected) => {
  expect(readBy(parseUniview, push)).toMatchObject({ vendor: 'uniview', ...expected })
})

it('reads the pictures of a Uniview device, whether they stand in the message or beside it', () => {
  expect(readBy(parseUniview, univiewStructure([JPEG, JPEG])).media.map(({ detectedType }) => detectedType)).toEqual([
    'image/jpeg',
    'image/jpeg',
  ])
  expect(readBy(parseUniview, univiewMultipart('MotionAlarmOn', JPEG)).media).toHaveLength(1)
})

it('takes no event of another channel in the same second for a resend', () => {
  const at = receivedAt.getTime() / 1_000
  const uniview = (AlarmSrcID: number) =>
    Buffer.from(JSON.stringify({ AlarmInfo: { AlarmType: 'MotionAlarmOn', TimeStamp: at, AlarmSrcID } }))
  const dahua = (index: number, action: string) =>
    Buffer.from(`Code=VideoMotion;action=${action};index=${index};data={"UTC":${at}}`)
  const keyOf = (parse: typeof parseAxis, raw: Buffer, storedAs: string) =>
    parse(raw, 'text/plain', { receivedAt, storedAs }).idempotencyKey
  expect(keyOf(parseUniview, uniview(1), 'a')).toBe(keyOf(parseUniview, uniview(1), 'b'))
  expect(keyOf(parseUniview, uniview(1), 'a')).not.toBe(keyOf(parseUniview, uniview(2), 'b'))
  expect(keyOf(parseDahua, dahua(0, 'Start'), 'a')).not.toBe(keyOf(parseDahua, dahua(1, 'Start'), 'b'))
  // What begins in the second in which the one before ended is an alarm of its own.
  expect(keyOf(parseDahua, dahua(0, 'Stop'), 'a')).not.toBe(keyOf(parseDahua, dahua(0, 'Start'), 'b'))
})

it('passes on what nobody can read, and reads no deeper than any device writes', () => {
  const deep = Buffer.from(`{"AlarmInfo":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
  for (const body of [deep, Buffer.from('{"AlarmInfo":'), Buffer.from([0, 1, 2])])
    expect(parseUniview(body, 'application/json', { receivedAt })).toMatchObject({ kind: 'unparsed' })
  expect(parseAxis(Buffer.alloc(0), '', { receivedAt })).toMatchObject({ kind: 'unparsed' })
})

const TOKENS = [
  'winnow-query=',
  '&',
  '=',
  '%',
  '{',
  '}',
  '[',
  '"AlarmInfo":',
  '"Data":"',
  '--',
  '\r\n\r\n',
  'active=',
  '\0',
  '/9j/',
]

it.each([
  ['Axis', parseAxis, [axisImage(JPEG), axisNotification('Motion', { method: 'POST' })]],
  ['INSTAR', parseInstar, [instarAlarm(3), { ...instarAlarm(1), body: Buffer.from('active=2&name=a') }]],
  [
    'Uniview',
    parseUniview,
    [univiewAlarm({ type: 'MotionAlarmOn' }), univiewStructure([JPEG]), univiewMultipart('Motion', JPEG)],
  ],
] as const)('reads 3,000 mutated messages of %s in 2 s, and none is lost', async (_name, parse, pushes) => {
  // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
  const ms = await cpuMs(async () => {
    const next = random(11)
    for (const push of pushes)
      for (let n = 0; n < 3_000 / pushes.length; n++) {
        const body = mutate(push.body ?? Buffer.alloc(0), next, TOKENS)
        const type = mutate(Buffer.from(typeOf(push)), next, TOKENS).toString('latin1')
        const signal = parse(body, type, { receivedAt })
        expect(['alarm', 'stop', 'test', 'unparsed']).toContain(signal.kind)
        expect(signal.text.length).toBeLessThanOrEqual(4_000)
        expect(signal.event?.length ?? 0).toBeLessThanOrEqual(200)
      }
  })
  expect(ms).toBeLessThan(2_000)
})
