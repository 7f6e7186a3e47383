import { expect, test } from 'vitest'
import { telHref } from './tel-href.ts'

test.each([
  ['+44 (20) 7946-0000', 'tel:+442079460000'],
  ['020 7946 0000 ext. 12', 'tel:02079460000;ext=12'],
  ['020/79460000 x7', 'tel:02079460000;ext=7'],
  ['112', 'tel:112'],
])('%s is called as %s', (phone, href) => {
  expect(telHref(phone)).toBe(href)
})
