import { REASON_CODES } from '@winnow/contract'
import { REASON_CODES as FILTER_CODES } from '@winnow/vision'
import { expect, it } from 'vitest'

it('every reason the filter can give is one of the contract, which receivers and the console translate', () => {
  const known = new Set<string>(REASON_CODES)
  expect(FILTER_CODES.filter((code) => !known.has(code))).toEqual([])
  expect(FILTER_CODES.length).toBeGreaterThan(0)
})
