import { REASON_CODES } from '@winnow/contract'
import { en } from '@winnow/i18n'
import { REASON_CODES as FILTER_CODES } from '@winnow/vision'
import { expect, it } from 'vitest'

it('every reason the filter can give is one of the contract, which receivers and the console translate', () => {
  const known = new Set<string>(REASON_CODES)
  expect(FILTER_CODES.filter((code) => !known.has(code))).toEqual([])
  expect(FILTER_CODES.length).toBeGreaterThan(0)
})

it.each(REASON_CODES)('the reason %s has words', (code) => {
  const words = Object.keys(en.reasons).map((key) => key.replace(/_(one|other)$/, ''))
  expect(words).toContain(code)
})
