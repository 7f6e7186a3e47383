import { createCipheriv } from 'node:crypto'
import { createFrameReader } from '@winnow/domain/sia-dc09'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acknowledgement, answerFrame } from '../testing/dc09-station.ts'
import { readAnswer } from './answer.ts'

const key = Buffer.alloc(32, 5)
const message = {
  id: 'SIA-DCS',
  isEncrypted: false,
  sequence: '0042',
  receiver: undefined,
  line: '0',
  account: '1234',
  data: '',
  extended: [],
  time: '',
}
/** An acknowledgement as a receiver in the field encrypts it: with zeros in front and a block of the cipher's own padding behind. */
function filledUp(): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16))
  const content = '|]_12:00:05,03-01-2026'
  const bytes = Buffer.concat([Buffer.alloc(32 - content.length), Buffer.from(content)])
  return answerFrame(`"*ACK"0042L0#1234[${cipher.update(bytes, undefined, 'hex')}${cipher.final('hex')}`)
}
/** Reads the one answer in some bytes. */
function read(bytes: Buffer, sent: { sequence: number; key?: Uint8Array } = { sequence: 42 }) {
  const [frame] = createFrameReader()(bytes)
  return frame ? readAnswer(frame, sent) : undefined
}

describe('an answer', () => {
  it.each([
    ['an acknowledgement', acknowledgement(message), { sequence: 42 }, { kind: 'ack' }],
    ['an encrypted one', acknowledgement(message, key), { sequence: 42, key }, { kind: 'ack' }],
    ['one filled up at both ends', filledUp(), { sequence: 42, key }, { kind: 'ack' }],
    ['one of another number', acknowledgement(message), { sequence: 41 }, { kind: 'other' }],
    ['one in clear of an encrypted message', acknowledgement(message), { sequence: 42, key }, { kind: 'other' }],
    [
      'one encrypted with another key',
      acknowledgement(message, Buffer.alloc(16, 1)),
      { sequence: 42, key },
      { kind: 'other' },
    ],
    ['not understood', answerFrame('"DUH"0042L0#1234[]'), { sequence: 42 }, { kind: 'duh' }],
    [
      'a refusal with the receiver’s time',
      answerFrame('"NAK"0000R0L0A0[]_12:34:56,03-01-2026'),
      { sequence: 42 },
      { kind: 'nak', at: new Date('2026-03-01T12:34:56Z') },
    ],
    [
      'a refusal with a time that does not exist',
      answerFrame('"NAK"0000R0L0A0[]_25:34:56,02-31-2026'),
      { sequence: 42 },
      { kind: 'nak', at: undefined },
    ],
    ['something else', answerFrame('"HELLO"0042L0#1234[]'), { sequence: 42 }, { kind: 'other' }],
  ])('is read: %s', (_what, bytes, sent, answer) => {
    expect(read(bytes, sent)).toEqual(answer)
  })

  it('with a wrong checksum or a length that lies is none', () => {
    const text = acknowledgement(message).toString('latin1')
    expect(read(Buffer.from(text.replace('0042', '0043'), 'latin1'), { sequence: 43 })).toEqual({ kind: 'other' })
    const longer = text.slice(0, 5) + '0FFF' + text.slice(9)
    expect(read(Buffer.from(longer, 'latin1'))).toEqual({ kind: 'other' })
  })

  it('is found in any pieces, behind rubbish, and never read as more than it is', () => {
    const bytes = Buffer.concat([Buffer.from('rubbish\r'), acknowledgement(message), acknowledgement(message)])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const take = createFrameReader()
        const frames: Buffer[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          frames.push(...take(bytes.subarray(at, at + size)))
          at += size
        }
        expect(frames.map((frame) => readAnswer(frame, { sequence: 42 }))).toEqual([{ kind: 'ack' }, { kind: 'ack' }])
      }),
    )
  })

  it('that never ends is dropped, and random bytes do no harm', () => {
    const take = createFrameReader()
    for (let turn = 0; turn < 100; turn++) expect(take(Buffer.alloc(1000, 'x'))).toEqual([])
    expect(take(acknowledgement(message))).toHaveLength(1)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const frame = Buffer.concat([Buffer.from('\n'), bytes, Buffer.from('\r')])
        for (const each of createFrameReader()(frame)) readAnswer(each, { sequence: 42, key })
      }),
    )
  })
})
