import { describe, expect, it } from 'vitest'
import { codeIssue, parsePelcoSerial, timezoneIssue } from './format.ts'

describe('time zones', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+3', 'Asia/Kolkata'])(
    '%s is known · VALIDATION-029',
    (zone) => {
      expect(timezoneIssue(zone)).toBeUndefined()
    },
  )

  it.each(['', 'Europe/Atlantis', '+01:00', '-03', 'europe berlin', 'Local'])(
    '%j is unknown · VALIDATION-029',
    (zone) => {
      expect(timezoneIssue(zone)).toEqual({ key: 'v.timezone' })
    },
  )
})

describe('codes', () => {
  it('have exactly six digits · VALIDATION-033', () => {
    expect(['000000', '123456'].map(codeIssue)).toEqual([undefined, undefined])
  })

  it.each(['', '12345', '1234567', '12345a', '12 456', '１２３４５６', '123456\n', '-12345'])(
    '%j is refused · VALIDATION-033 VALIDATION-034',
    (code) => {
      expect(codeIssue(code)).toEqual({ key: 'v.code' })
    },
  )
})

describe('Pelco serials', () => {
  it('have twelve digits besides hyphens · VALIDATION-043', () => {
    expect(parsePelcoSerial('1234-5678-9012')).toBe('123456789012')
    expect(parsePelcoSerial('123456789012')).toBe('123456789012')
  })

  it.each(['', '12345678901', '1234567890123', '1234 5678 9012', '12345678901a', '------------'])(
    '%j is invalid · VALIDATION-043',
    (text) => {
      expect(parsePelcoSerial(text)).toBeUndefined()
    },
  )
})
