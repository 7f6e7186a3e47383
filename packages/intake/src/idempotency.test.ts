import { describe, expect, it } from 'vitest'
import { idempotencyKey, type KeyMaterial } from './idempotency.ts'

const MAIL: KeyMaterial = {
  channel: 'mail',
  senderKey: null,
  mediaHashes: ['aa', 'bb'],
  event: 'Motion Detection',
  subject: 'Alarm',
  time: '2026-03-01T10:00:00',
  text: 'x',
  unread: null,
  receivedAt: new Date('2026-03-01T10:00:10.000Z'),
}
const LATER = new Date('2026-03-01T10:07:00.000Z')
const SOON = new Date('2026-03-01T10:00:40.000Z')
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
    name: 'an empty-handed Message-ID, which does not count',
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
    name: 'the same picture within the minute, without any time',
    first: { time: null },
    second: { time: null, receivedAt: SOON },
    same: true,
  },
  {
    name: 'two bare mails without time or picture, which nothing tells apart',
    first: { time: null, mediaHashes: [] },
    second: { time: null, mediaHashes: [], receivedAt: SOON },
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
    first: { channel: 'http', senderKey: '1', unread: 'aa' },
    second: { channel: 'http', senderKey: '1', unread: 'bb' },
    same: false,
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
    name: 'fields that only run together alike',
    first: { event: 'ab', subject: 'c' },
    second: { event: 'a', subject: 'bc' },
    same: false,
  },
]

describe('idempotencyKey', () => {
  it.each(ROWS)('$name: same is $same', ({ first = {}, second, same }) => {
    const [one, two] = [idempotencyKey({ ...MAIL, ...first }), idempotencyKey({ ...MAIL, ...second })]
    expect(one === two).toBe(same)
  })
})
