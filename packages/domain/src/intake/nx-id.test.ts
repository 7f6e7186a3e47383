import { expect, it } from 'vitest'
import { nxId } from './nx-id.ts'

it.each([
  ['{19F94D50-FF44-4F69-8DEB-F5A3A5A2C1E7}', '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'],
  [' {AB}\n', 'ab'],
  ['x'.repeat(900), 'x'.repeat(100)],
  ['a\0b\u007f\ud800', 'ab\ufffd'],
  [`${'x'.repeat(99)}\u{1f6a8}`, `${'x'.repeat(99)}\ufffd`],
  [7, ''],
  [undefined, ''],
])('the id %j is compared as %j', (value, id) => {
  expect(nxId(value)).toBe(id)
})
