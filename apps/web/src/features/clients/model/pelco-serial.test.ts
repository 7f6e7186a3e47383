import { expect, test } from 'vitest'
import { serialOfCode } from './pelco-serial.ts'

test.each([
  ['123456789011', '123456789011'],
  ['1234-5678-9011', '123456789011'],
  ['S/N: 1234-5678-9011', '123456789011'],
  ['https://example.test/register?model=IMP221&serial=123456789011', '123456789011'],
  ['123456789011;1234-5678-9011', '123456789011'],
])('the code %j holds the serial number %s · CAMERAS-001', (text, serial) => {
  expect(serialOfCode(text)).toBe(serial)
})

test.each([
  '',
  'WIFI:S:office;T:WPA;P:secret;;',
  '12345678901',
  '1234567890123',
  '1-123456789011',
  '123456789011-1',
  '123456789011 223456789011',
  '١٢٣٤٥٦٧٨٩٠١٢',
])('the code %j holds no single serial number · CAMERAS-001', (text) => {
  expect(serialOfCode(text)).toBeUndefined()
})
