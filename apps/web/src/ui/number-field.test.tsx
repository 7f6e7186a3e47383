import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { NumberField, type NumberFieldProps } from './number-field.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function renderField(props: Partial<NumberFieldProps> = {}) {
  const heard: (number | string)[] = []
  function Field() {
    const [value, setValue] = useState<number | string>(24)
    const onChange = (next: number | string) => {
      heard.push(next)
      setValue(next)
    }
    return <NumberField label="Hours" min={2} max={168} {...props} value={value} onChange={onChange} />
  }
  const view = render(
    <ThemeProvider>
      <Field />
    </ThemeProvider>,
  )
  return { ...view, heard, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Hours' }) }
}

const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test.each([
  ['above', '500', '168'],
  ['far above', '99999999999999999999', '168'],
  ['below', '1', '2'],
  ['negative and below', '-5', '2'],
])('a number %s the range becomes the nearest bound after 900 ms · FORMS-007', async (_where, typed, bound) => {
  const { field, heard } = renderField()
  type(field, typed)
  await pass(899)
  expect(field.value).toBe(typed)
  await pass(1)
  expect(field.value).toBe(bound)
  expect(heard.at(-1)).toBe(Number(bound))
})

test('each key press starts the time anew, so that 1 can become 12 · FORMS-007', async () => {
  const { field } = renderField()
  type(field, '1')
  await pass(800)
  type(field, '0')
  await pass(800)
  expect(field.value).toBe('0')
  type(field, '12')
  await pass(5000)
  expect(field.value).toBe('12')
})

test('a number out of range is corrected at once when the user leaves the field, so that a click on Save sends the bound', () => {
  const { field, heard } = renderField()
  type(field, '500')
  fireEvent.blur(field)
  expect(field.value).toBe('168')
  expect(heard.at(-1)).toBe(168)
})

test.each([
  ['a number within the range', '168', {}],
  ['an empty field', '', {}],
  ['a number without bounds', '500', { min: undefined, max: undefined }],
])('%s stays', async (_what, typed, props) => {
  const { field } = renderField(props)
  type(field, typed)
  await pass(5000)
  expect(field.value).toBe(typed)
})

test('nothing is corrected after the field was removed', async () => {
  const { field, heard, unmount } = renderField()
  type(field, '500')
  unmount()
  await pass(5000)
  expect(heard).toEqual([500])
})
