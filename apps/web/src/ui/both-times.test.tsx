import { render } from '@testing-library/react'
import { createI18n } from '@winnow/i18n'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { preferring } from '../testing/preferring.ts'
import { BothTimes } from './both-times.tsx'

await createI18n('en', [initReactI18next])

const AT = '2026-11-20T23:30:05.000Z'
type Props = Omit<Parameters<typeof BothTimes>[0], 'at'>

/** The text for a user in London. */
function read(props: Props): string[] {
  preferring({ userTimezone: 'Europe/London' })
  const { container } = render(<BothTimes at={AT} {...props} />)
  return [...container.querySelectorAll('time')].map((time) => time.textContent ?? '')
}

test.each<[string, Props, string[]]>([
  [
    'the site’s time is first, and the user’s time has its own date if that differs',
    { zone: 'Europe/Madrid', first: 'site' },
    ['21/11/2026 00:30:05 CET', '20/11/2026 23:30 GMT, your time'],
  ],
  [
    'the user’s time is first',
    { zone: 'America/New_York', first: 'user', show: 'time' },
    ['23:30:05 GMT', '18:30 EST at the site'],
  ],
  ['only one is shown if both are the same', { zone: 'Europe/Lisbon', first: 'site' }, ['20/11/2026 23:30:05 WET']],
  [
    'the first one is shown alone',
    { zone: 'Europe/Madrid', first: 'user', show: 'time', part: 'first' },
    ['23:30:05 GMT'],
  ],
  ['the second one is shown alone', { zone: 'America/New_York', first: 'user', part: 'second' }, ['18:30 EST']],
  [
    'the first one has no zone if there is no second one, since the list names the zone',
    { zone: 'Europe/London', first: 'user', show: 'time', part: 'first' },
    ['23:30:05'],
  ],
  ['nothing is shown if the second one is missing', { zone: 'Europe/London', first: 'user', part: 'second' }, []],
])('of the times at the site and at the user, %s', (_name, props, texts) => {
  expect(read(props)).toEqual(texts)
})

test('two zones with the same short name are distinguished by their long ones', () => {
  preferring({ userTimezone: 'Asia/Kolkata' })
  const { container } = render(<BothTimes at={AT} zone="Europe/Dublin" first="user" show="time" />)
  const names = [...container.querySelectorAll('time')].map((time) => time.textContent)
  expect(new Set(names).size).toBe(2)
})
