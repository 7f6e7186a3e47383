import type { ReceiverField } from '@winnow/contract'
import { LOCALES } from '@winnow/i18n'
import { localeStore } from '../../../lib/preferences/preferences.ts'
import { readTable } from './receiver-table.ts'

/** Headers in the form. Where they are undefined, the stored headers are kept. */
export type Headers = { name: string; value: string }[]

/** Returns the rule that a receiver's address breaks, if any. The server checks more rules. */
export function checkUrl(text: string): 'scheme' | 'invalid' | undefined {
  if (!/^https?:\/\//i.test(text.trim())) return 'scheme'
  return URL.canParse(text.trim()) && text.trim().length <= 2048 ? undefined : 'invalid'
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

export const asHeaders = (value: unknown): Headers | undefined =>
  Array.isArray(value) ? (value as Headers) : undefined

/** Returns the value if it is a language of the product, otherwise English (e.g. for the pseudo-language). */
export const asLanguage = (value: unknown): (typeof LOCALES)[number] =>
  LOCALES.find((locale) => locale === value) ?? 'en'

interface FieldValue {
  /** The value of a receiver without this setting. */
  empty: unknown
  /** The initial value for a new receiver, if it differs from `empty`. */
  first?: () => unknown
  /** Converts to the value in the settings; undefined is not sent. */
  toConfig: (value: unknown, field: ReceiverField) => unknown
}

/** How the form represents the value of each control. */
export const FIELD_VALUES: Readonly<Record<ReceiverField['control'], FieldValue>> = {
  url: {
    empty: '',
    toConfig: (value) => asText(value).trim(),
  },
  switch: { empty: false, toConfig: (value) => value === true },
  headers: {
    empty: [],
    toConfig: (value) => {
      const named = asHeaders(value)?.filter(({ name }) => name.trim() !== '')
      return named && Object.fromEntries(named.map((header) => [header.name.trim(), header.value.trim()]))
    },
  },
  'mail-addresses': {
    empty: [],
    toConfig: asTexts,
  },
  language: {
    empty: 'en',
    // The user who adds a receiver probably speaks the language of its readers.
    first: () => asLanguage(localeStore.get()),
    toConfig: asLanguage,
  },
  text: { empty: '', toConfig: (value) => asText(value).trim() },
  // An empty number is sent as null, which the schema takes where the field is optional.
  number: { empty: '', toConfig: (value) => (typeof value === 'number' ? value : null) },
  // A stored secret is kept if nothing is typed.
  secret: { empty: '', toConfig: (value) => asText(value).trim() || undefined },
  choice: { empty: '', toConfig: asText },
  // Undefined in the form and empty in the settings, it is the ready template of the format.
  template: { empty: undefined, toConfig: asText },
  table: {
    empty: [],
    toConfig: (value, field) => (typeof value === 'string' ? readTable(value, field.columns ?? []) : value),
  },
}
