import { enclose, writeFrame } from '@winnow/domain/sia-dc09'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage } from '../testing/dc09-reader.ts'
import { sampleAlarm } from '../testing/sample-alarm.ts'
import { contentOf } from './content.ts'
import { plainText } from '../plain-text.ts'
import { parseSiaDc09Config, type SiaDc09Config } from './sia-dc09-config.ts'

const AT = new Date('2026-03-01T12:00:05.000Z')

function configOf(changes: object = {}): SiaDc09Config {
  const settings = { host: 'station.example', port: 9999, account: '1234', encryption: 'none', ...changes }
  const parsed = parseSiaDc09Config(settings)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

/** Names that break a format which does not escape them. */
const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    'A|B][C',
    'x]_12:00:00,01-01-2026\r\n"SIA-DCS"0001L0#9999[#9999|NBC001]',
    'Gate ^ "north" <b>',
    '🚨🚨 Ωμέγα',
    'ü'.repeat(4000),
    '\u0000\u001b[31m',
    '',
  ),
)

describe('a frame', () => {
  // Messages of other makers' devices, from the published tests of independent receivers.
  it.each([
    ['9618004D', '"SIA-DCS"7960L0#123456[#123456|Nri1CL0^VX FRONTE       ^]_22:40:48,04-11-2021'],
    ['CA2F0038', '"NULL"0000L0#7890[#0000|0000 00 000]_22:13:29,12-29-2022'],
    ['59630027', '"NULL"0000L1#699F[]_23:50:57,02-20-2024'],
  ])('begins with the checksum and length of the standard: %s', (head, body) => {
    expect(enclose(body).toString()).toBe(`\n${head}${body}\r`)
  })

  it('of a link test has the number 0 and nothing between its brackets', () => {
    const frame = { id: 'NULL', sequence: 0, data: '', extended: [], at: AT } as const
    const read = readMessage(writeFrame(frame, { account: '1234', lineNumber: '0', receiverNumber: '8' }))
    expect(read).toMatchObject({ id: 'NULL', sequence: '0000', receiver: '8', data: '', extended: [] })
  })

  it('says the same facts to an independent reader, whatever the names, keys and formats', () => {
    const keys = fc.constantFrom(undefined, 16, 24, 32).map((size) => (size ? Buffer.alloc(size, 7) : undefined))
    const lines = fc.record({
      camera: name,
      site: name,
      sequence: fc.integer({ min: 1, max: 9999 }),
      key: keys,
      format: fc.constantFrom('SIA-DCS' as const, 'ADM-CID' as const),
      extended: fc.constantFrom('all', 'link', 'none'),
    })
    fc.assert(
      fc.property(lines, ({ camera, site, sequence, key, format, extended }) => {
        const config = configOf({ format, extended, zone: '7', partition: '2' })
        const alarm = sampleAlarm({
          view: { id: 'v', name: camera },
          site: { id: 's', name: site, timezone: 'Europe/Berlin' },
        })
        const content = contentOf(alarm, config)
        const line = { account: content.account, lineNumber: '0', ...(key ? { key } : {}) }
        const read = readMessage(writeFrame({ id: format, sequence, ...content, at: AT }, line), key)
        expect(read).toMatchObject({
          id: format,
          isEncrypted: key !== undefined,
          sequence: String(sequence).padStart(4, '0'),
          account: '1234',
          time: '12:00:05,03-01-2026',
        })
        const text = plainText(camera, 60)
        expect(read.data).toBe(
          format === 'ADM-CID' ? '#1234|1139 02 007' : `#1234|Nri2/BV007${text === '' ? '' : `^${text}^`}`,
        )
        const letters = read.extended.map((field) => field.slice(0, 1)).join('')
        expect(letters).toBe(extended === 'all' ? 'VISH' : extended === 'link' ? 'V' : '')
        if (extended !== 'none') expect(read.extended[0]).toBe('Vhttps://winnow.example/p/1?sig=abc')
        if (extended === 'all') expect(read.extended[3]).toBe('H12:00:00,03-01-2026')
        for (const field of read.extended) expect(field.length).toBeLessThanOrEqual(257)
      }),
    )
  })
})

describe('the text of a name', () => {
  it.each([
    ['Müller & Söhne, Tor Ø', 'Muller & Sohne, Tor O'],
    ['Straße', 'Strasse'],
    ['a|b]c[d^e"f', 'a b c d e f'],
    ['Gate\r\nBV001', 'Gate BV001'],
    ['🚨 yard', '? yard'],
    ['x'.repeat(4000), 'x'.repeat(60)],
  ])('%j is sent as %j', (text, plain) => {
    expect(plainText(text, 60)).toBe(plain)
  })
})
