import { FALLBACK_LOCALE, LOCALES } from '@winnow/i18n'
import { z } from 'zod'
import { createStoredStore } from '../stored.ts'

/** How dates look; `null` where the user has not chosen: the account's own preference holds. */
export const dateFormatStore = createStoredStore(
  'winnow.date-format',
  z.enum(['international', 'american']).nullable(),
  null,
)

/** Zone for times that belong to no site; `null`: the account's, else this device's. */
export const timezoneStore = createStoredStore('winnow.timezone', z.string().min(1).nullable(), null)

export const localeStore = createStoredStore('winnow.locale', z.enum(LOCALES), FALLBACK_LOCALE)
