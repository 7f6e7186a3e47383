import { expect, test } from 'vitest'
import { vendorName } from './vendor-name.ts'

test.each([
  ['blueiris', 'Blue Iris'],
  ['newmaker', 'newmaker'],
  ['generic', null],
  [null, null],
])('the maker %s is shown as %s', (vendor, name) => {
  expect(vendorName(vendor)).toBe(name)
})
