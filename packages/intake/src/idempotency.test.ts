import { describe, expect, it } from 'vitest'
import { BARE_REPEAT_MS, messageKey, type KeyMaterial } from './idempotency.ts'

const MAIL: KeyMaterial = {
  channel: 'mail',
  senderKey: null,
  mediaHashes: ['aa', 'bb'],
  event: 'Motion Detection',
  subject: 'Alarm',
  time: '2026-03-01T10:00:00',
  text: 'x',
  raw: Buffer.from('a mail'),
  isWhole: true,
  receivedAt: new Date('2026-03-01T10:00:10.000Z'),
}
const LATER = new Date('2026-03-01T10:07:00.000Z')
const SOON = new Date('2026-03-01T10:01:40.000Z')
const BARE: Partial<KeyMaterial> = { time: null, mediaHashes: [] }
const ID = '<20260301100000.ABCDEF@ipc>'

interface Row {
  name: string
  first?: Partial<KeyMaterial>
  second: Partial<KeyMaterial>
  same: boolean
}

const ROWS: Row[] = [
  { name: 'a mail and its resend minutes later', second: { receivedAt: LATER }, same: true },
  {
    name: 'a mail with a Message-ID and its resend',
    first: { senderKey: ID },
    second: { senderKey: ID, receivedAt: LATER },
    same: true,
  },
  {
    name: 'two mails with different Message-IDs',
    first: { senderKey: ID },
    second: { senderKey: `${ID}1` },
    same: false,
  },
  {
    name: 'a device that writes one Message-ID into every mail',
    first: { senderKey: ID },
    second: { senderKey: ID, mediaHashes: ['cc'] },
    same: false,
  },
  {
    name: 'a device that writes one Message-ID into every mail and sends no pictures',
    first: { senderKey: ID, mediaHashes: [] },
    second: { senderKey: ID, mediaHashes: [], time: '2026-03-01T10:05:00' },
    same: false,
  },
  {
    name: 'a Message-ID that is too short to distinguish messages, and none',
    first: { senderKey: '<1@camera>' },
    second: { senderKey: null },
    same: true,
  },
  { name: 'other pictures', second: { mediaHashes: ['aa', 'cc'] }, same: false },
  { name: 'pictures in other order', second: { mediaHashes: ['bb', 'aa'] }, same: false },
  { name: 'another event', second: { event: 'Intrusion' }, same: false },
  { name: 'another subject', second: { subject: 'Alarm 2' }, same: false },
  { name: 'another time by the device', second: { time: '2026-03-01T10:00:01' }, same: false },
  {
    name: 'the same still picture a minute later, without any time',
    first: { time: null },
    second: { time: null, receivedAt: LATER },
    same: false,
  },
  {
    name: 'the same picture within two minutes, without any time',
    first: { time: null },
    second: { time: null, receivedAt: SOON },
    same: true,
  },
  {
    name: 'a bare mail without any time and its resend',
    first: BARE,
    second: { ...BARE, receivedAt: SOON },
    same: true,
  },
  {
    name: 'a bare mail under a constant Message-ID and its resend',
    first: { ...BARE, senderKey: ID },
    second: { ...BARE, senderKey: ID, receivedAt: SOON },
    same: true,
  },
  {
    name: 'two bare alarms of a device that writes one Message-ID and no time',
    first: { ...BARE, senderKey: ID },
    second: { ...BARE, senderKey: ID, receivedAt: LATER },
    same: false,
  },
  {
    name: 'two bare alarms of such a device whose clock begins anew with a power cut',
    first: { ...BARE, senderKey: ID, time: '2000-01-01T00:00:07' },
    second: { ...BARE, senderKey: ID, time: '2000-01-01T00:00:07', receivedAt: LATER },
    same: false,
  },
  {
    name: 'a picture under a Message-ID without any time and its resend',
    first: { time: null, senderKey: ID },
    second: { time: null, senderKey: ID, receivedAt: LATER },
    same: true,
  },
  {
    name: 'two mails of which different things could not be read',
    first: { isWhole: false },
    second: { isWhole: false, raw: Buffer.from('another') },
    same: false,
  },
  {
    name: 'two bare mails by a clock that began anew with a power cut',
    first: { time: '2000-01-01T00:00:07', mediaHashes: [] },
    second: { time: '2000-01-01T00:00:07', mediaHashes: [], receivedAt: LATER },
    same: false,
  },
  {
    name: 'a bare mail with a sound time and its resend',
    first: { mediaHashes: [] },
    second: { mediaHashes: [], receivedAt: LATER },
    same: true,
  },
  {
    name: 'an HTTP request and its repeat, under one Idempotency-Key and without any time',
    first: { channel: 'http', senderKey: 'k', time: null },
    second: { channel: 'http', senderKey: 'k', time: null, receivedAt: LATER },
    same: true,
  },
  {
    name: 'HTTP requests of a gateway that begins its Idempotency-Keys anew',
    first: { channel: 'http', senderKey: '1' },
    second: { channel: 'http', senderKey: '1', mediaHashes: ['zz'] },
    same: false,
  },
  {
    name: 'HTTP requests under one Idempotency-Key of which different things could not be read',
    first: { channel: 'http', senderKey: '1', isWhole: false },
    second: { channel: 'http', senderKey: '1', isWhole: false, raw: Buffer.from('another') },
    same: false,
  },
  {
    name: 'bare HTTP requests of a gateway with a constant Idempotency-Key and other bytes',
    first: { ...BARE, channel: 'http', senderKey: '1' },
    second: { ...BARE, channel: 'http', senderKey: '1', raw: Buffer.from('another') },
    same: false,
  },
  {
    name: 'bare HTTP requests of such a gateway byte for byte, minutes later',
    first: { ...BARE, channel: 'http', senderKey: '1' },
    second: { ...BARE, channel: 'http', senderKey: '1', receivedAt: LATER },
    same: false,
  },
  {
    name: 'a bare HTTP request under an Idempotency-Key and its resend',
    first: { ...BARE, channel: 'http', senderKey: '1' },
    second: { ...BARE, channel: 'http', senderKey: '1', receivedAt: SOON },
    same: true,
  },
  {
    name: 'HTTP requests with different Idempotency-Keys and the same content',
    first: { channel: 'http', senderKey: 'k1' },
    second: { channel: 'http', senderKey: 'k2' },
    same: false,
  },
  {
    name: 'HTTP requests with the same content and time, without a key',
    first: { channel: 'http' },
    second: { channel: 'http', receivedAt: LATER },
    same: true,
  },
  {
    name: 'HTTP requests with the same picture and neither key nor time',
    first: { channel: 'http', time: null },
    second: { channel: 'http', time: null, receivedAt: SOON },
    same: false,
  },
  {
    name: 'HTTP requests of one millisecond with the same picture and neither key nor time',
    first: { channel: 'http', time: null, storedAs: 'raw/1' },
    second: { channel: 'http', time: null, storedAs: 'raw/2' },
    same: false,
  },
  {
    name: 'one HTTP request that is read twice',
    first: { channel: 'http', time: null, storedAs: 'raw/1' },
    second: { channel: 'http', time: null, storedAs: 'raw/1' },
    same: true,
  },
  {
    name: 'fields that only run together alike',
    first: { event: 'ab', subject: 'c' },
    second: { event: 'a', subject: 'bc' },
    same: false,
  },
]

/** Whether the second message is filed as a resend of the first. */
function isResend(first: KeyMaterial, second: KeyMaterial): boolean {
  const [one, two] = [messageKey(first), messageKey(second)]
  const apart = second.receivedAt.getTime() - first.receivedAt.getTime()
  return one.idempotencyKey === two.idempotencyKey && (two.repeatWithinMs === null || apart <= two.repeatWithinMs)
}

describe('two messages', () => {
  it.each(ROWS)('are a message and its resend, case $name: $same', ({ first = {}, second, same }) => {
    expect(isResend({ ...MAIL, ...first }, { ...MAIL, ...second })).toBe(same)
  })

  it.each<[string, Partial<KeyMaterial>, number | null]>([
    ['pictures and a time', {}, null],
    ['a time', { mediaHashes: [] }, null],
    ['pictures and a Message-ID', { time: null, senderKey: ID }, null],
    ['pictures alone', { time: null }, BARE_REPEAT_MS],
    ['a Message-ID alone', { ...BARE, senderKey: ID }, BARE_REPEAT_MS],
    ['nothing', BARE, BARE_REPEAT_MS],
    ['pictures and an Idempotency-Key', { channel: 'http', time: null, senderKey: '1' }, null],
    ['an Idempotency-Key alone', { ...BARE, channel: 'http', senderKey: '1' }, BARE_REPEAT_MS],
  ])('with %s (%j) are resends within %j ms', (_what, material, expected) => {
    expect(messageKey({ ...MAIL, ...material }).repeatWithinMs).toBe(expected)
  })
})
