import { ERRORS, type ErrorCode } from '@winnow/contract'
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionError, RequestError, UnauthorisedError } from '../lib/api/api-errors.ts'

/** A translation function with the texts of errors. */
export type ErrorTexts = TFunction<['common', 'errors']>

/** Codes for which the server's text says more than the translated one, since it names the field or the reason. */
const SERVER_TEXT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ADDRESS_REFUSED',
  'UNSUPPORTED_MEDIA',
  'EMPTY_ALARM',
  'TOO_LARGE',
])

/** An error as text. Messages of a validation are joined with line breaks. */
export function errorText(error: unknown, t: ErrorTexts): string {
  if (error instanceof UnauthorisedError) return t('errors:notAuthorised')
  if (error instanceof ConnectionError) return t('errors:connectionLost')
  if (!(error instanceof RequestError)) return t('errors:unexpected')
  if (error.fields.length > 0) return error.fields.map((field) => field.message).join('\n')
  if (error.code && error.code in ERRORS && !SERVER_TEXT.has(error.code)) return t(`errors:code.${error.code}`)
  return error.message
}

/** `errorText` in the language of the console. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['common', 'errors'])
  return useCallback((error: unknown) => errorText(error, t), [t])
}

/** The server's message for one field, translated if the error code has its own text. */
export function useFieldErrorText(): (error: RequestError, message: string) => string {
  const { t } = useTranslation(['common', 'errors'])
  return useCallback(
    ({ code }: RequestError, message: string) =>
      code && code in ERRORS && code !== 'VALIDATION' && !SERVER_TEXT.has(code) ? t(`errors:code.${code}`) : message,
    [t],
  )
}
