import { ERRORS } from '@winnow/contract'
import { createI18n, en } from '@winnow/i18n'
import { expect, test } from 'vitest'
import { ConnectionError, RequestError, UnauthorisedError } from '../lib/api/api-errors.ts'
import { type ErrorTexts, errorText } from './error-text.ts'

const t: ErrorTexts = (await createI18n('en')).getFixedT(null, ['common', 'errors'])

test('the messages of a validation are joined with line breaks · ERRORS-008', () => {
  const errors = [
    { field: 'name', message: 'Field required' },
    { field: 'email', message: 'invalid email' },
  ]
  expect(errorText(new RequestError(400, 'x', { code: 'VALIDATION', errors }), t)).toBe('Field required\ninvalid email')
})

test('every error code of the contract has its own text', () => {
  const words = Object.values(en.errors.code)
  expect(Object.keys(en.errors.code).toSorted()).toEqual(Object.keys(ERRORS).toSorted())
  expect(new Set(words).size).toBe(words.length)
})

test('an unknown code, or a code without a text, shows the server’s message', () => {
  expect(errorText(new RequestError(502, 'Bad gateway'), t)).toBe('Bad gateway')
  expect(errorText(new RequestError(400, 'The address is not public', { code: 'ADDRESS_REFUSED' }), t)).toBe(
    'The address is not public',
  )
})

test('other errors have fixed texts', () => {
  expect(errorText(new UnauthorisedError(), t)).toBe('Not authorised')
  expect(errorText(new ConnectionError(undefined), t)).toBe('Connection lost')
  expect(errorText(new Error('undefined is not a function'), t)).toBe('An unexpected error occurred')
})
