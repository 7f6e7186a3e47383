import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createI18n } from '@winnow/i18n'
import { useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

const i18n = await createI18n('en', [initReactI18next])

type Heard = [string, boolean]

function renderField(props: Partial<TextFieldProps> = {}) {
  const heard: Heard[] = []
  function Field() {
    const [value, setValue] = useState(props.value ?? '')
    return (
      <TextField
        label="Name"
        {...props}
        value={value}
        onChange={(next, valid) => {
          heard.push([next, valid])
          setValue(next)
        }}
      />
    )
  }
  const view = render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <Field />
      </ThemeProvider>
    </I18nextProvider>,
  )
  return {
    ...view,
    heard,
    field: screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }),
    user: userEvent.setup(),
  }
}

describe('text field', () => {
  test('shows an error if it is required and empty after it was touched · FORMS-001 VALIDATION-001', async () => {
    const { field, user } = renderField({ required: true })
    expect(screen.queryByText('Required')).toBeNull()
    await user.click(field)
    await user.tab()
    expect(screen.getByText('Required')).toBeDefined()
    await user.type(field, 'x')
    expect(screen.queryByText('Required')).toBeNull()
  })

  test('validates the text before it calls onChange · FORMS-002', async () => {
    const { field, user, heard } = renderField({
      validate: (text) => (text.length < 2 ? 'Please use at least 2 characters.' : undefined),
    })
    await user.type(field, 'ab')
    expect(heard).toEqual([
      ['a', false],
      ['ab', true],
    ])
  })

  test('accepts 524288 characters by default · FORMS-006', () => {
    expect(renderField().field.maxLength).toBe(524_288)
  })

  test('rewrites its text on input and on blur · FORMS-008', async () => {
    const { field, user } = renderField({
      replace: { input: (text) => text.replaceAll('-', ''), blur: (text) => text.toUpperCase() },
    })
    await user.type(field, 'a-b')
    expect(field.value).toBe('ab')
    await user.tab()
    expect(field.value).toBe('AB')
  })

  test('shows a server error until its text changes', async () => {
    const { field, user } = renderField({ value: 'Acme', error: 'This name is taken already' })
    expect(screen.getByText('This name is taken already')).toBeDefined()
    await user.type(field, '2')
    expect(screen.queryByText('This name is taken already')).toBeNull()
  })
})

describe('a text field with an Update button', () => {
  test('enables the button after a valid change · FORMS-003', async () => {
    const onUpdate = vi.fn<(value: string) => void>()
    const { field, user } = renderField({ value: 'Acme', required: true, update: { onUpdate } })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Update' })
    expect(button.disabled).toBe(true)
    await user.type(field, ' Ltd')
    await user.click(button)
    expect(onUpdate).toHaveBeenCalledExactlyOnceWith('Acme Ltd')
    await user.clear(field)
    expect(button.disabled).toBe(true)
  })

  test('offers to cancel a change, which clears the value · FORMS-004', async () => {
    const { field, user } = renderField({ value: 'Acme', update: { onUpdate: () => undefined } })
    expect(screen.queryByRole('button', { name: 'cancel updating' })).toBeNull()
    await user.type(field, 'x')
    await user.click(screen.getByRole('button', { name: 'cancel updating' }))
    expect(field.value).toBe('')
    expect(screen.queryByRole('button', { name: 'cancel updating' })).toBeNull()
  })
})
