import { expect, test } from 'vitest'
import { originalName } from './original-name.ts'

const alarm = { viewName: 'Yard north', receivedAt: '2026-11-20T01:02:03.456Z' }

test.each([
  ['image/jpeg', 'Yard north 2026-11-20T01-02-03Z 3.jpg'],
  ['video/x-msvideo', 'Yard north 2026-11-20T01-02-03Z 3.avi'],
  ['image/webp', 'Yard north 2026-11-20T01-02-03Z 3.webp'],
  ['application/octet-stream', 'Yard north 2026-11-20T01-02-03Z 3.bin'],
])('a file of type %s is named after camera, time and place', (type, name) => {
  expect(originalName(alarm, 3, type)).toBe(name)
})

test('a file name contains no characters that file systems refuse', () => {
  expect(originalName({ ...alarm, viewName: '../Gate: "A/B"\n' }, 1, 'image/png')).toBe(
    '.. Gate   A B 2026-11-20T01-02-03Z 1.png',
  )
})
