import { REASON_CODES } from '@winnow/contract'
import { en } from '@winnow/i18n'
import { REASON_CODES as FILTER_CODES } from '@winnow/vision'
import { expect, it } from 'vitest'

it('every reason that the filter can give is in the contract, so that receivers and the console can translate it', () => {
  const known = new Set<string>(REASON_CODES)
  expect(FILTER_CODES.filter((code) => !known.has(code))).toEqual([])
  expect(FILTER_CODES.length).toBeGreaterThan(0)
})

it.each(REASON_CODES)('the reason %s has a text', (code) => {
  const words = Object.keys(en.reasons).map((key) => key.replace(/_(one|other)$/, ''))
  expect(words).toContain(code)
})
