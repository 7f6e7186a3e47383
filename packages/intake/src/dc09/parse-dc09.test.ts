import { createCipheriv } from 'node:crypto'
import { openFrame } from '@winnow/domain/sia-dc09'
import { diallerFrame } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseDc09 } from './parse-dc09.ts'
import { readEvents } from './read-events.ts'
import { type Dc09Message, openMessage, readClear, readHead, writeClear } from './read-message.ts'
import { isInTime } from './time-window.ts'

const AT = new Date('2026-03-01T12:00:05.000Z')
const KEY = Buffer.alloc(32, 5)

function open(frame: Buffer, key?: Uint8Array) {
  const head = readHead(openFrame(frame.subarray(1, -1)) ?? '')
  return head && openMessage(head, key)
}
function messageOf(frame: Buffer, key?: Uint8Array): Dc09Message {
  const opened = open(frame, key)
  if (!opened?.ok) throw new Error(JSON.stringify(opened))
  return opened.message
}
const sia = (content: string, account = '1234') =>
  messageOf(diallerFrame({ account }, { id: 'SIA-DCS', sequence: 7, content, at: AT }))
const contactId = (content: string) =>
  messageOf(diallerFrame({ account: '1234' }, { id: 'ADM-CID', sequence: 7, content, at: AT }))
const signalOf = (message: Dc09Message, zone: number | null, receivedAt = AT) =>
  parseDc09(writeClear(message), { zone, receivedAt })

const [SIA, CONTACT_ID] = [sia('NBA1'), contactId('1130 01 003')]

describe('a message', () => {
  // Messages of other makers' devices, from the published tests of independent receivers.
  it.each([
    [
      '\n9618004D"SIA-DCS"7960L0#123456[#123456|Nri1CL0^VX FRONTE       ^]_22:40:48,04-11-2021\r',
      { id: 'SIA-DCS', sequence: '7960', account: '123456', at: new Date('2021-04-11T22:40:48Z') },
    ],
    [
      '\nCA2F0038"NULL"0000L0#7890[#0000|0000 00 000]_22:13:29,12-29-2022\r',
      { id: 'NULL', account: '7890', receiver: null, line: '0' },
    ],
    ['\n59630027"NULL"0000L1#699F[]_23:50:57,02-20-2024\r', { id: 'NULL', account: '699F', line: '1', data: '' }],
  ])('of another maker is read: %j', (frame, expected) => {
    expect(messageOf(Buffer.from(frame, 'latin1'))).toMatchObject(expected)
  })

  it.each([16, 24, 32])('that is encrypted with a key of %d bytes is opened with it alone', (size) => {
    const key = Buffer.alloc(size, 5)
    const event = { id: 'SIA-DCS', sequence: 9999, content: 'Nri1/BA003', extended: ['Vhttps://a'], at: AT }
    const frame = diallerFrame({ account: 'BEEF', key, receiver: '2F', line: '8' }, event)
    expect(messageOf(frame, key)).toEqual({
      isEncrypted: true,
      id: 'SIA-DCS',
      sequence: '9999',
      receiver: '2F',
      line: '8',
      account: 'BEEF',
      data: '#BEEF|Nri1/BA003',
      extended: ['Vhttps://a'],
      at: AT,
    })
    expect(open(frame, Buffer.alloc(size, 6))).toEqual({ ok: false, obstacle: 'wrong-key' })
    expect(open(frame)).toEqual({ ok: false, obstacle: 'encrypted' })
  })

  it('is opened where a library has filled its last block up', () => {
    const cipher = createCipheriv('aes-256-cbc', KEY, Buffer.alloc(16))
    const hex = cipher.update('QQ|#1234|NBA1]_12:00:05,03-01-2026', 'latin1', 'hex') + cipher.final('hex')
    const head = readHead(`"*SIA-DCS"0001L0#1234[${hex}`)
    expect(head && openMessage(head, KEY)).toMatchObject({ ok: true, message: { data: '#1234|NBA1', at: AT } })
  })

  it('in clear of a panel with a key, or encrypted without a time, is not opened', () => {
    const event = { id: 'SIA-DCS', sequence: 1, content: 'NBA1', at: null }
    expect(open(diallerFrame({ account: '1234' }, event), KEY)).toEqual({ ok: false, obstacle: 'plain' })
    expect(open(diallerFrame({ account: '1234', key: KEY }, event), KEY)).toEqual({ ok: false, obstacle: 'format' })
  })

  it('is the same after it was stored', () => {
    for (const message of [sia('Nri1/BA003^Tür^'), { ...contactId('1130 01 003'), isEncrypted: true, at: null }])
      expect(readClear(writeClear(message))).toEqual(message)
  })

  it.each([
    ['2026-03-01T11:59:26Z', true],
    ['2026-03-01T11:59:20Z', false],
    ['2026-03-01T12:00:25Z', true],
    ['2026-03-01T12:00:27Z', false],
    ['2019-03-01T12:00:05Z', false],
  ])('from %s is in time: %s', (at, is) => {
    expect(isInTime(new Date(at), AT)).toBe(is)
  })
})

describe('the events of a message', () => {
  it.each([
    ['Nri1/BA003', [{ code: 'BA', effect: 'alarm', area: 1, zone: 3, name: null }]],
    ['NBA3', [{ code: 'BA', effect: 'alarm', area: null, zone: 3 }]],
    ['Nri2/BV012^Back door^', [{ code: 'BV', effect: 'alarm', area: 2, zone: 12, name: 'Back door' }]],
    [
      'Nri1/BA001/TA002',
      [
        { code: 'BA', zone: 1 },
        { code: 'TA', zone: 2, isTamper: true },
      ],
    ],
    ['Nri1/TR002', [{ code: 'TR', effect: 'end', isTamper: true, zone: 2 }]],
    ['Nti12:30ri1BR7', [{ code: 'BR', effect: 'end', area: 1, zone: 7 }]],
    ['Nri1CL0^VX FRONTE       ^', [{ code: 'CL', effect: 'arm', area: 1, zone: null, name: 'VX FRONTE' }]],
    ['Nid5ri1/OP', [{ code: 'OP', effect: 'disarm', area: 1, user: '5', zone: null }]],
    ['Nri1/CR004', [{ code: 'CR', effect: 'alarm', zone: 4 }]],
    ['Nri0/RP0000', [{ code: 'RP', effect: 'test', zone: null }]],
    ['Nri1/AT001', [{ code: 'AT', effect: 'report' }]],
    ['Nri1/QZ001', [{ code: 'QZ', effect: 'alarm', words: null, zone: 1 }]],
    ['', []],
    ['nonsense', []],
  ])('of SIA: %j', (content, expected) => {
    expect(readEvents(sia(content))).toMatchObject(expected)
  })

  it.each([
    ['1130 01 003', [{ code: '1130', effect: 'alarm', area: 1, zone: 3, words: 'Burglary alarm' }]],
    ['3130 01 003', [{ code: '3130', effect: 'end', zone: 3 }]],
    ['1383 00 015', [{ effect: 'alarm', isTamper: true, area: null, zone: 15 }]],
    ['3401 02 007', [{ effect: 'arm', area: 2, user: '007', zone: null }]],
    ['1401 02 007', [{ effect: 'disarm', area: 2, user: '007' }]],
    ['6401 02 007', [{ effect: 'report' }]],
    ['1602 00 000', [{ effect: 'test', zone: null }]],
    ['1301 00 000', [{ effect: 'report' }]],
    ['1406 01 002', [{ effect: 'end' }]],
    ['3441 01 001', [{ effect: 'report' }]],
    ['1 130 01', []],
  ])('of Contact ID: %j', (content, expected) => {
    expect(readEvents(contactId(content))).toMatchObject(expected)
  })

  it('are all read, up to 64', () => {
    const events = readEvents(sia(`Nri1/${'BA001/'.repeat(63)}CL`))
    expect([events.length, events.at(-1)?.effect]).toEqual([64, 'arm'])
    expect(readEvents(sia(`Nri1/${'BA001/'.repeat(65)}`))).toHaveLength(64)
  })

  it('are none of a form that nobody here reads', () => {
    expect(readEvents({ ...sia('NBA1'), id: 'ACR-SF' })).toEqual([])
  })
})

describe('the signal of a message', () => {
  it('says what the panel said, and nothing of a picture', () => {
    expect(signalOf(sia('Nri1/BA003^Back door^'), 3)).toMatchObject({
      kind: 'alarm',
      event: 'Burglary alarm (BA)',
      eventType: 'io',
      channel: '3',
      channelName: 'Back door',
      deviceSerial: '1234',
      deviceTime: '2026-03-01T12:00:05.000Z',
      problems: [{ code: 'no-media' }],
    })
    expect(signalOf(contactId('1144 01 002'), 2)).toMatchObject({ kind: 'alarm', eventType: 'tamper' })
    expect(signalOf(sia('Nri1/TR002'), 2)).toMatchObject({ kind: 'stop', eventType: 'tamper' })
  })

  it.each([
    ['BR003', 'stop'],
    ['RP003', 'test'],
    ['CL', 'test'],
    ['BA004', 'unparsed'],
  ])('with %s of its detector is a %s', (content, kind) => {
    expect(signalOf(sia(`Nri1/${content}`), content === 'CL' ? null : 3).kind).toBe(kind)
  })

  it('has the key of its repeats, whatever their time, for two minutes', () => {
    const [first, later, other] = [
      signalOf(sia('NBA3'), 3),
      signalOf({ ...sia('NBA3'), at: new Date('2026-03-01T12:00:20Z') }, 3),
      signalOf({ ...sia('NBA3'), sequence: '0008' }, 3),
    ]
    expect(later.idempotencyKey).toBe(first.idempotencyKey)
    expect(first.repeatWithinMs).toBe(120_000)
    expect(other.idempotencyKey).not.toBe(first.idempotencyKey)
    expect(signalOf(sia('NBA3', '1235'), 3).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('that was recorded is known by its time as long as keys are kept', () => {
    const old = { ...sia('NBA3'), isEncrypted: true, at: new Date('2019-03-01T12:00:05Z') }
    const [first, again] = [signalOf(old, 3), signalOf(old, 3, new Date('2026-03-03T12:00:05Z'))]
    expect(first.repeatWithinMs).toBeNull()
    expect(again.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('of bytes that are no message is passed on', () => {
    expect(parseDc09(Buffer.from('nonsense'), { zone: null, receivedAt: AT }).kind).toBe('unparsed')
  })
})

it('reads 3,000 mutated messages in 2 s', async () => {
  const tokens = ['"', '][', '|', '\n', '\r', '_', '#', '\0', '/', 'ri', '^', '"*NULL"', '[[[[[[']
  const line = { account: '1234' }
  const seeds = [
    diallerFrame(line, { id: 'SIA-DCS', sequence: 1, content: 'Nri1/BA001/BA002^x^', extended: ['Va', 'Ib'], at: AT }),
    diallerFrame(line, { id: 'ADM-CID', sequence: 1, content: '1130 01 003', at: AT }),
    diallerFrame({ ...line, key: KEY }, { id: 'SIA-DCS', sequence: 1, content: 'Nri1/BA001', at: AT }),
  ]
  let read = 0
  // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
  const ms = await cpuMs(async () => {
    const next = random(11)
    for (let n = 0; n < 3_000; n++) {
      const bytes = mutate(seeds[n % 3] ?? Buffer.alloc(1), next, tokens)
      openFrame(bytes)
      // Nearly all have a wrong checksum: their bodies are read all the same here.
      const head = readHead(bytes.toString('latin1', 9).replace(/\r$/, ''))
      const opened = head && openMessage(head, head.isEncrypted ? KEY : undefined)
      const stored = opened?.ok ? writeClear(opened.message) : bytes
      const events = opened?.ok ? readEvents(opened.message) : []
      read += events.length
      const content = mutate(Buffer.from(n % 2 ? '#1234|Nri1/BA001/TA002^x^' : '1130 01 003'), next, tokens)
      read += readEvents({ ...(n % 2 ? SIA : CONTACT_ID), data: content.toString('latin1') }).length
      const signal = parseDc09(stored, { zone: events[0]?.zone ?? null, receivedAt: AT })
      expect(signal.text.length).toBeLessThanOrEqual(4_000)
      expect(signal.event?.length ?? 0).toBeLessThanOrEqual(200)
    }
  })
  expect(read).toBeGreaterThan(500)
  expect(ms).toBeLessThan(2_000)
})
