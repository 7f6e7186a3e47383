import { z } from 'zod'
import { operation } from './operation.ts'
import { LANGUAGES, success, timezone } from './values.ts'

export const DATE_FORMATS = ['international', 'american'] as const
export const THEME_MODES = ['light', 'dark', 'auto'] as const
/** Speeds at which the pictures of an alarm are played, as factors. */
export const INTERPRETER_SPEEDS = [0.5, 1, 2, 4] as const
/** Width of the lines of boxes, in pixels of the screen, with their dark rim. */
export const STROKE_SIZES = { least: 1, most: 10 } as const
/** Size of the words at boxes, as factors. */
export const FONT_SIZES = [0.75, 1, 1.25, 1.5, 2] as const

const dateFormat = z.enum(DATE_FORMATS)
const interpreterSpeed = z.literal(INTERPRETER_SPEEDS)
const interpreterStrokeSize = z.number().int().min(STROKE_SIZES.least).max(STROKE_SIZES.most)
const interpreterFontSize = z.literal(FONT_SIZES)

/** What a user has chosen. What was never chosen has its default. */
export const userPreferences = z.object({
  dateFormat,
  /** Twelve hours with AM and PM. Follows the date format until it is chosen: American 12 hours, international 24. */
  is12h: z.boolean(),
  /** Null: the time zone of the device. */
  userTimezone: z.string().nullable(),
  /** Null until it is chosen: the browser decides. */
  themeMode: z.enum(THEME_MODES).nullable(),
  interpreterSpeed,
  interpreterStrokeSize,
  interpreterFontSize,
  /**
   * Language of mails to the user, and of the console if the user has not chosen one there. Null until the user has opened the console.
   */
  language: z.enum(LANGUAGES).nullable(),
})
export type UserPreferences = z.output<typeof userPreferences>

/** Preferences that `auth.setPreferences` stores. Mode and opacity of the scene-change preview have a call of their own. */
const chosenPreferences = z.object({
  dateFormat,
  is12h: z.boolean(),
  userTimezone: timezone.nullable(),
  themeMode: z.enum(THEME_MODES),
  interpreterSpeed,
  interpreterStrokeSize,
  interpreterFontSize,
})

export const setPreferences = operation({
  id: 'auth.setPreferences',
  method: 'PUT',
  path: '/auth/preferences',
  summary:
    "Store some of the caller's preferences. Others stay. A date format without `is12h` also sets the hours to those of the format",
  tag: 'Auth',
  scope: 'self',
  personal: true,
  unaudited: 'how somebody likes to read times and pictures is theirs, and gives nobody a right',
  body: chosenPreferences
    .partial()
    .refine((body) => Object.keys(body).length > 0, { message: 'no preference is given' }),
  reply: userPreferences,
})

export const setLanguage = operation({
  id: 'auth.setLanguage',
  method: 'PUT',
  path: '/auth/language',
  summary: "Store the caller's language, which mails are written in",
  tag: 'Auth',
  scope: 'self',
  personal: true,
  unaudited: 'a taste of one’s own, which gives nobody a right',
  body: z.object({ language: z.enum(LANGUAGES) }),
  reply: success,
})
