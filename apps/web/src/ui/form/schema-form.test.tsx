import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type BodyOf, createCompany } from '@winnow/contract'
import { createI18n } from '@winnow/i18n'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { RequestError } from '../../lib/api/api-errors.ts'
import { ThemeProvider } from '../../theme/theme-provider.tsx'
import { TextField } from '../text-field.tsx'
import { hasUnsaved } from '../unsaved-changes/unsaved-store.ts'
import { FormEnd } from './form-end.tsx'
import { Form } from './form.tsx'
import { type FormSettings, useSchemaForm } from './use-schema-form.ts'

const i18n = await createI18n('en', [initReactI18next])

interface Draft {
  title: string
  address: string
  /** Not part of any request body. */
  remark: string
}
const EMPTY: Draft = { title: '', address: '', remark: '' }
type Settings = FormSettings<Draft, typeof createCompany>

/** A form of a company with other field names than the request body. */
function CompanyForm(settings: Partial<Settings>) {
  const form = useSchemaForm({
    initial: EMPTY,
    operation: createCompany,
    toBody: ({ title, address }) => ({ name: title, subdomain: address || null }),
    names: { name: 'title', subdomain: 'address' },
    submit: () => undefined,
    ...settings,
  })
  return (
    <Form form={form}>
      <TextField label="Title" {...form.field('title')} required />
      <TextField label="Address" {...form.field('address')} />
      {settings.showsConflicts === true &&
        form.conflicts.fields.map((field) => (
          <p key={field}>
            {`${field}: ${form.conflicts.theirs[field]}`}
            <button type="button" onClick={() => form.conflicts.keepMine(field)}>
              Mine
            </button>
            <button type="button" onClick={() => form.conflicts.takeTheirs(field)}>
              Theirs
            </button>
          </p>
        ))}
      <FormEnd form={form} submit="Save" />
    </Form>
  )
}

function open(settings: Partial<Settings> = {}) {
  const page = (changed: Partial<Settings>) => (
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <CompanyForm {...settings} {...changed} />
      </ThemeProvider>
    </I18nextProvider>
  )
  const { rerender } = render(page({}))
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  return {
    user: userEvent.setup(),
    title: field(/Title/),
    address: field(/Address/),
    save: screen.getByRole('button', { name: 'Save' }),
    change: (changed: Partial<Settings>) => rerender(page(changed)),
  }
}

const refuse =
  (code: 'NAME_TAKEN' | 'VALIDATION' | 'RATE_LIMITED', fields: { field: string; message: string }[]) => () => {
    throw new RequestError(400, 'No', { code, errors: fields })
  }

test('a form shows the schema’s errors at a field only after the field was touched', async () => {
  const { user, title } = open()
  expect(screen.queryByText('Required')).toBeNull()
  await user.click(title)
  await user.tab()
  expect(screen.getByText('Required')).toBeDefined()
  await user.type(title, 'x')
  expect(screen.queryByText('Required')).toBeNull()
})

test('a form with invalid values is not sent, and the first invalid field gets the focus', async () => {
  const sent: unknown[] = []
  const { user, title, address } = open({ submit: (body) => sent.push(body) })
  await user.type(address, 'not a host{Enter}')
  expect(screen.getByText('Required')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('a form sends the parsed values on Enter, and has no unsaved changes afterwards', async () => {
  const sent: BodyOf<typeof createCompany>[] = []
  const { user, title } = open({ submit: (body) => sent.push(body) })
  await user.type(title, '  Acme ')
  expect(hasUnsaved()).toBe(true)
  await user.keyboard('{Enter}')
  expect(sent).toEqual([{ name: 'Acme', theme: 'default', subdomain: null }])
  await waitFor(() => expect(title.value).toBe(''))
  expect(hasUnsaved()).toBe(false)
})

test('a field whose custom rule finds no error is still checked by the schema', async () => {
  const { user } = open({ rules: () => ({ title: undefined }) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Required')).toBeDefined()
})

test('the error of a custom rule replaces the schema’s error, and an empty error only prevents sending', async () => {
  const sent: unknown[] = []
  const rules = ({ title }: Draft) => ({ title: title === '' ? '' : title === 'x' ? 'Longer' : undefined })
  const { user, title } = open({ rules, submit: (body) => sent.push(body) })
  await user.click(title)
  await user.keyboard('{Enter}')
  expect(screen.queryByText('Required')).toBeNull()
  await user.type(title, 'x')
  // The error appears during typing, not only after the field was left.
  expect(screen.getByText('Longer')).toBeDefined()
  await user.keyboard('{Enter}')
  expect(sent).toEqual([])
})

test('the server’s error is shown at its field, translated, and the field gets the focus', async () => {
  const submit = refuse('NAME_TAKEN', [{ field: 'subdomain', message: 'taken' }])
  const { user, title, address } = open({ submit })
  await user.type(address, 'acme')
  await user.type(title, 'Acme{Enter}')
  expect(await screen.findByText('This name is taken already')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(title.value).toBe('Acme')
  await user.type(address, '2')
  expect(screen.queryByText('This name is taken already')).toBeNull()
})

test('the server’s error for a field that is not in the form is shown above the buttons', async () => {
  const { user, title } = open({ submit: refuse('VALIDATION', [{ field: 'theme', message: 'No such theme' }]) })
  await user.type(title, 'Acme{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No such theme'))
  expect(title.getAttribute('aria-invalid')).not.toBe('true')
})

test('the schema’s error for a value without a field is shown too', async () => {
  const sent: unknown[] = []
  const toBody = () => ({ name: 'Acme', defaultSiteTimezone: 'nowhere' })
  const { user, title } = open({ toBody, submit: (body) => sent.push(body) })
  await user.type(title, 'Acme{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Something in the form is not right'))
  expect(sent).toEqual([])
})

test('a form is sent once, even if it is submitted again before the reply', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  const { user, title, save } = open({
    submit: async () => {
      sent += 1
      await promise
    },
  })
  await user.type(title, 'Acme')
  // Both submissions come before the next render, so the button is not disabled yet.
  act(() => {
    title.form?.requestSubmit()
    title.form?.requestSubmit()
  })
  await waitFor(() => expect(save).toHaveProperty('disabled', true))
  expect(sent).toBe(1)
  await act(async () => resolve())
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
})

test('unchanged fields of a form follow the values of the server', async () => {
  const { user, title, address, change } = open({ initial: { ...EMPTY, title: 'Acme', address: 'acme' } })
  await user.type(title, '2')
  change({ initial: { ...EMPTY, title: 'Other', address: 'other' } })
  expect([title.value, address.value]).toEqual(['Acme2', 'other'])
  expect(hasUnsaved()).toBe(true)
  await user.clear(title)
  await user.type(title, 'Other')
  expect(hasUnsaved()).toBe(false)
})

test('an unguarded form asks nothing, and keeps the input', async () => {
  const { user, title } = open({ isGuarded: false })
  await user.type(title, 'Acme')
  expect(hasUnsaved()).toBe(false)
  await user.keyboard('{Enter}')
  expect(title.value).toBe('Acme')
})

const COLLEAGUE = { title: 'Theirs', address: '', remark: '' }

test('a field that a colleague changed as well is not sent before the user has decided', async () => {
  const sent: BodyOf<typeof createCompany>[] = []
  const settings: Partial<Settings> = { showsConflicts: true, submit: (body) => sent.push(body) }
  const { user, title, change } = open(settings)
  await user.type(title, 'Mine')
  expect(screen.queryByText(/^title/)).toBeNull()
  change({ initial: COLLEAGUE })
  expect(screen.getByText('title: Theirs')).toBeDefined()
  await user.type(title, '{Enter}')
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Mine' }))
  expect(screen.queryByText(/^title/)).toBeNull()
  // A second change of the same field is another one to decide about.
  change({ initial: { ...COLLEAGUE, title: 'Theirs again' } })
  expect(screen.getByText('title: Theirs again')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Mine' }))
  await user.type(title, '{Enter}')
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Mine' }]))
})

test('taking the colleague’s value leaves nothing to save, and later input is no conflict', async () => {
  const { user, title, change } = open({ showsConflicts: true })
  await user.type(title, 'Mine')
  change({ initial: COLLEAGUE })
  await user.click(screen.getByRole('button', { name: 'Theirs' }))
  expect(title.value).toBe('Theirs')
  expect(hasUnsaved()).toBe(false)
  await user.type(title, '!')
  expect(screen.queryByText(/^title/)).toBeNull()
})

test.each([
  ['another field', { ...COLLEAGUE, title: '', address: 'theirs' }],
  ['the same field to the same value', { ...COLLEAGUE, title: 'Mine' }],
])('a colleague’s change of %s is no conflict', async (_what, initial) => {
  const { user, title, change } = open({ showsConflicts: true })
  await user.type(title, 'Mine')
  change({ initial })
  expect(screen.queryByRole('button', { name: 'Theirs' })).toBeNull()
  expect(title.value).toBe('Mine')
})

test('the own values that come back while the form is saved are no conflict', async () => {
  let finish = () => {}
  const saving = new Promise<void>((resolve) => (finish = resolve))
  const { user, title, change } = open({ showsConflicts: true, submit: () => saving })
  await user.type(title, '  Mine ')
  await user.keyboard('{Enter}')
  change({ initial: { ...EMPTY, title: 'Mine' }, showsConflicts: true, submit: () => saving })
  expect(screen.queryByText(/^title/)).toBeNull()
  await act(async () => finish())
  await waitFor(() => expect(title.value).toBe('Mine'))
  expect(screen.queryByText(/^title/)).toBeNull()
})
