import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { quickHmac } from './quick-hmac.ts'

test('is the HMAC of Node for keys and texts of all lengths', () => {
  for (const bytes of [0, 1, 31, 32, 63, 64]) {
    const key = randomBytes(bytes)
    for (const text of ['', 'AB12CD', 'Ä ö €', 'x'.repeat(200)])
      expect(quickHmac(key, text)).toEqual(createHmac('sha256', key).update(text).digest())
  }
  expect(() => quickHmac(randomBytes(65), 'x')).toThrow(RangeError)
})
