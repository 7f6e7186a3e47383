import { frontelStatus } from '@winnow/testkit'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { readEvent } from './meaning.ts'
import { answerTo, isAnswerTo, keyOfSerial, readSerial } from './panel-key.ts'
import { parseFrontel } from './parse-frontel.ts'
import { type FrontelItem, FrontelReader } from './read-stream.ts'
import { readDevices } from './read-status.ts'
import { type FrontelMessage, writeStored } from './stored-message.ts'

const AT = new Date('2026-03-01T12:00:05Z')
const SERIAL = 'EA00121513080139'
const JPEG = Buffer.from('\xff\xd8\xff\xe0 a picture', 'latin1')
const message = (changes: Partial<FrontelMessage> = {}): FrontelMessage => ({
  serial: SERIAL,
  epoch: 4,
  nth: 0,
  at: '20260301130000',
  event: 'EVENT,1,3,2',
  file: null,
  ...changes,
})
const signalOf = (changes?: Partial<FrontelMessage>) => parseFrontel(writeStored(message(changes)), { receivedAt: AT })
const fileOf = (content: Buffer, isWhole = true): Partial<FrontelMessage> => ({
  file: { header: 'FILE,1', content, isWhole },
})

describe('the key of a panel', () => {
  it('answers as the panel and the server of the published exchange did', () => {
    expect(answerTo(SERIAL, '9301D4E13A1CDF51F873C790AFD602AF')).toBe('91A4E381AF21ECEB010FA0EE83021D48')
    expect(answerTo(SERIAL, 'D8717F423736A1F01510D25E919A3ED2')).toBe('8EE8E00CFEFEF83C76D34A6B7EC4BB23')
    expect(keyOfSerial(SERIAL)).toHaveLength(32)
  })

  it('takes no other answer, and no challenge of another length', () => {
    const challenge = '9301D4E13A1CDF51F873C790AFD602AF'
    expect(isAnswerTo(SERIAL, challenge, '91a4e381af21eceb010fa0ee83021d48')).toBe(true)
    expect(isAnswerTo(SERIAL, challenge, '8EE8E00CFEFEF83C76D34A6B7EC4BB23')).toBe(false)
    expect(isAnswerTo(SERIAL, challenge, '')).toBe(false)
    expect(isAnswerTo(SERIAL, 'AB', '')).toBe(false)
  })

  it('is one of a serial number alone', () => {
    expect(readSerial(' ea00121513080139 ')).toBe(SERIAL)
    for (const wrong of ['EA0012151308013', 'EA001215130801390', 'XA00121513080139', ''])
      expect(readSerial(wrong)).toBeUndefined()
  })
})

describe('the bytes of a panel', () => {
  const texts = (items: FrontelItem[]) =>
    items.map((item) =>
      item.kind === 'message' ? item.text : item.kind === 'file' ? item.content.toString('latin1') : '…',
    )
  const read = (text: string, step = 1_000_000, maxFileBytes = 10_000) => {
    const reader = new FrontelReader(maxFileBytes)
    const bytes = Buffer.from(text, 'latin1')
    const items: FrontelItem[] = []
    for (let at = 0; at < bytes.length; at += step) items.push(...reader.push(bytes.subarray(at, at + step)))
    return { reader, items }
  }
  const clip = `\x00\x00\x01\xba\x1a\x1aREQ\x1a${'\x1aE'.repeat(300)} clip`

  it.each([1_000_000, 7, 1])('are messages and files, in pieces of %i', (step) => {
    const { items } = read(
      `EVENT,1,3,2\x1aFILE,9\x1a{"FileVersion":2}\x1aFILE,1\x1a${clip}\x1aREQACK,1932\x1aALARM`,
      step,
    )
    expect(texts(items)).toEqual(['EVENT,1,3,2', 'FILE,9', '{"FileVersion":2}', 'FILE,1', clip, 'REQACK,1932'])
  })

  it('are a file when the panel waits, and one that broke off when it is gone', () => {
    const whole = read(`FILE,1\x1a${clip}\x1a`).reader
    expect(whole.isInside).toBe('file')
    expect(whole.settle()).toMatchObject({ content: Buffer.from(clip, 'latin1'), isWhole: true })
    const { reader } = read(`FILE,1\x1a${clip}`)
    expect(reader.settle()).toBeUndefined()
    expect(reader.end()).toMatchObject({ content: Buffer.from(clip, 'latin1'), isWhole: false })
  })

  it('that announce a file may be followed by none', () => {
    expect(texts(read('FILE,1\x1aREQACK\x1a').items)).toEqual(['FILE,1', '', 'REQACK'])
  })

  it('without an end are given up at a limit', () => {
    expect(read('x'.repeat(2_000), 100).items).toEqual([{ kind: 'too-long', isFile: false }])
    const { reader, items } = read(`FILE,1\x1a${'x'.repeat(20_000)}`, 100)
    expect(items.at(-1)).toEqual({ kind: 'too-long', isFile: true })
    expect([reader.heldBytes, reader.push(Buffer.from('EVENT,1\x1a'))]).toEqual([0, []])
  })

  it('cost no more where they are full of ends, or of tiny messages', async () => {
    // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
    const ms = await cpuMs(async () => {
      expect(read(`FILE,1\x1a${'\x1aREQ'.repeat(100_000)}`, 65_536, 1_000_000).items).toHaveLength(1)
      expect(read('x\x1a'.repeat(100_000), 65_536).items).toHaveLength(100_000)
    })
    expect(ms).toBeLessThan(2_000)
  })
})

describe('an event', () => {
  it.each([
    ['EVENT,1,3,2', { effect: 'alarm', words: 'Intrusion', eventType: 'io', device: 3 }],
    ['EVENT,3,62,0', { effect: 'alarm', eventType: 'tamper', device: 62 }],
    ['EVENT,4', { effect: 'end', eventType: 'tamper', device: null }],
    ['EVENT,7,1,3', { effect: 'alarm', words: 'Disarmed under duress', device: null }],
    ['EVENT,19', { effect: 'report', device: null }],
    ['EVENT,24,1,3', { effect: 'arm', device: null }],
    ['EVENT,25,0,3', { effect: 'disarm', device: null }],
    ['EVENT,26', { effect: 'test' }],
    ['EVENT,99,4,1', { effect: 'alarm', words: null, eventType: 'unknown', device: 4 }],
  ])('%s means what is published, and what is not known is passed on', (text, meaning) => {
    expect(readEvent(text)).toMatchObject(meaning)
  })

  it.each(['EVENT', 'EVENT,', 'EVENT,x,3', 'EVENT,12345', 'EVENT,1,3\n2', 'ALARM,1'])('%j is none', (text) => {
    expect(readEvent(text)).toBeUndefined()
  })
})

describe('the signal', () => {
  it('of an event says what the panel said, and nothing of a picture', () => {
    expect(signalOf()).toMatchObject({
      kind: 'alarm',
      event: 'Intrusion (1)',
      eventType: 'io',
      channel: '3',
      deviceSerial: SERIAL,
      deviceTime: '2026-03-01T13:00:00',
      problems: [{ code: 'no-media' }],
      repeatWithinMs: 120_000,
    })
    expect(signalOf({ event: 'EVENT,99,4' })).toMatchObject({ kind: 'alarm', event: 'EVENT 99', channel: '4' })
    expect(signalOf({ event: 'EVENT,x' })).toMatchObject({ kind: 'unparsed', problems: [{ code: 'unread' }] })
    expect(signalOf({ at: '20261399000000' }).deviceTime).toBeNull()
  })

  it('of a file holds it as it came: a picture or clip as any, and what has a closed form with the reason', () => {
    expect(signalOf(fileOf(JPEG))).toMatchObject({
      kind: 'alarm',
      event: 'Intrusion (1)',
      media: [{ detectedType: 'image/jpeg', bytes: JPEG }],
      problems: [],
    })
    const closed = Buffer.from('closed form')
    expect(signalOf({ event: null, ...fileOf(closed, false) })).toMatchObject({
      kind: 'alarm',
      media: [{ detectedType: null, bytes: closed }],
      problems: [{ code: 'truncated' }, { code: 'part-unread' }],
    })
  })

  it('has the key of its repeats, and of nothing else: not after an acknowledgement, nor again in one connection', () => {
    const { idempotencyKey } = signalOf()
    expect(signalOf({ at: '20190101000000' }).idempotencyKey).toBe(idempotencyKey)
    const others = [{ epoch: 5 }, { nth: 1 }, { event: 'EVENT,1,4,2' }, { serial: 'E760491513080214' }, fileOf(JPEG)]
    for (const other of others) expect(signalOf(other).idempotencyKey).not.toBe(idempotencyKey)
  })

  it('of bytes that are no message is passed on', () => {
    for (const raw of ['nonsense', '{}\n', '{"serial":1}\nx', ''])
      expect(parseFrontel(Buffer.from(raw), { receivedAt: AT }).kind).toBe('unparsed')
  })
})

it('the detectors of a panel are read from what it says of itself, whatever that is', () => {
  expect(readDevices(frontelStatus(SERIAL, { 3: 'Living room', 2: 'Door' }).toString())).toEqual([
    { number: 2, name: 'Door' },
    { number: 3, name: 'Living room' },
  ])
  const odd = { Devices: [null, 4, { DeviceIndex: -1 }, { DeviceIndex: 7, Name: 5 }, { DeviceIndex: 'x', Name: 'x' }] }
  expect(readDevices(JSON.stringify(odd))).toEqual([{ number: 7, name: '' }])
  for (const text of ['', 'null', '[]', '{"Devices":{}}', '{']) expect(readDevices(text)).toEqual([])
})

it('reads 3,000 mutated messages in 2 s', async () => {
  const tokens = [
    '\x1a',
    ',',
    'FILE,1\x1a',
    '{',
    '}',
    '\0',
    'EVENT,',
    'REQACK\x1a',
    '\n',
    '"Devices":[',
    '\xff\xd8\xff',
  ]
  const seeds = [
    Buffer.from(
      'IDENT,E760491513080214,2\x1aAUTH2,9301,D871\x1aAUTH_SUCCESS,1440,1,20150729232041,5\x1aALARM,1932\x1a',
    ),
    Buffer.concat([Buffer.from('EVENT,1,3,2\x1aFILE,1\x1a'), JPEG, Buffer.from('\x1aREQACK,1\x1a')]),
    Buffer.concat([Buffer.from('FILE,armsta1\x1a'), frontelStatus(SERIAL, { 2: 'x', 3: 'y' }), Buffer.from('\x1a')]),
  ]
  let read = 0
  // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
  const ms = await cpuMs(async () => {
    const next = random(13)
    for (let n = 0; n < 3_000; n++) {
      const reader = new FrontelReader(100_000)
      const items = reader.push(mutate(seeds[n % 3] ?? Buffer.alloc(1), next, tokens))
      for (const item of [...items, reader.settle(), reader.end()]) {
        if (!item || item.kind === 'too-long') continue
        const file = item.kind === 'file' ? item : null
        if (file) read += readDevices(file.content.toString()).length
        const event = item.kind === 'message' ? item.text : null
        const stored = writeStored(message({ event, file }))
        for (const raw of [stored, mutate(stored, next, tokens)]) {
          const signal = parseFrontel(raw, { receivedAt: AT })
          expect(signal.text.length).toBeLessThanOrEqual(4_000)
          expect(signal.event?.length ?? 0).toBeLessThanOrEqual(200)
          read += signal.kind === 'alarm' ? 1 : 0
        }
      }
    }
  })
  expect(read).toBeGreaterThan(500)
  expect(ms).toBeLessThan(2_000)
})
