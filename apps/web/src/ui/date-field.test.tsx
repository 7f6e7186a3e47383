import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { changeLocale, createI18n } from '@winnow/i18n'
import { useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { loadCalendarNames } from '../lib/formats/calendar-names.ts'
import { preferring } from '../testing/preferring.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { DateField } from './date-field.tsx'

const i18n = await createI18n('en', [initReactI18next])
const heard: string[] = []

function Held({ initial, withTime }: { initial: string; withTime: boolean }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    heard.push(next)
    setValue(next)
  }
  return <DateField label="From" withTime={withTime} value={value} onChange={change} />
}

async function show(initial: string, withTime = true) {
  heard.length = 0
  render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <Held initial={initial} withTime={withTime} />
      </ThemeProvider>
    </I18nextProvider>,
  )
  return { field: await screen.findByLabelText<HTMLInputElement>('From'), pointer: userEvent.setup() }
}

test.each([
  ['international', '31/12/2026 21:05'],
  ['american', '12/31/2026 9:05 PM'],
] as const)('a date is shown in the format of the user: %s · DATEFORMAT-001', async (style, text) => {
  preferring({ dateFormat: style, is12h: style === 'american' })
  const { field } = await show('2026-12-31T21:05')
  expect(field.value).toBe(text)
})

test.each([
  ['international', '1.2.2026 7:30', '2026-02-01T07:30'],
  ['international', '01/02/2026', '2026-02-01T00:00'],
  ['american', '2026-02-01 09:05', '2026-02-01T09:05'],
  ['american', '1/2/2026 7:30 pm', '2026-01-02T19:30'],
] as const)('in the %s format, the input %s is parsed as %s', async (style, typed, value) => {
  preferring({ dateFormat: style, is12h: style === 'american' })
  const { field, pointer } = await show('')
  await pointer.type(field, typed)
  await pointer.tab()
  expect(heard.at(-1)).toBe(value)
})

test('a date without a time is removed by emptying the field', async () => {
  preferring({ dateFormat: 'international' })
  const { field, pointer } = await show('2026-11-20', false)
  expect(field.value).toBe('20/11/2026')
  await pointer.clear(field)
  await pointer.tab()
  expect(heard.at(-1)).toBe('')
})

test.each([
  ['de', 'Dezember 2026', 'Mo'],
  ['pt', 'dezembro 2026', '2ª'],
  ['en-XA', 'December 2026', 'Mo'],
])('the calendar of the language %s shows %s and %s', async (locale, month, day) => {
  await loadCalendarNames(locale)
  await changeLocale(i18n, locale)
  const { field, pointer } = await show('2026-12-31', false)
  await pointer.click(field)
  expect((await screen.findByText(month)).tagName).toBe('BUTTON')
  expect(screen.getByText(day)).toBeDefined()
  await changeLocale(i18n, 'en')
})
