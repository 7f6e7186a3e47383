import {
  DATE_FORMATS,
  FONT_SIZES,
  INTERPRETER_SPEEDS,
  STROKE_SIZES,
  THEME_MODES,
  type UserPreferences,
} from '@winnow/contract'
import { languageIn } from './language-of-person.ts'

/** The value if it is one of these. A stored value may be of an older version. */
const oneOf = <T>(known: readonly T[], value: unknown): T | undefined => known.find((each) => each === value)

const isStroke = (value: unknown): value is number =>
  typeof value === 'number' && value >= STROKE_SIZES.least && value <= STROKE_SIZES.most

/** The preferences of an account as its column has them, with the defaults of what was never chosen. */
export function preferencesOf(stored: unknown): UserPreferences {
  const given = (stored ?? {}) as Partial<Record<keyof UserPreferences, unknown>>
  const dateFormat = oneOf(DATE_FORMATS, given.dateFormat) ?? 'international'
  return {
    dateFormat,
    is12h: typeof given.is12h === 'boolean' ? given.is12h : dateFormat === 'american',
    userTimezone: typeof given.userTimezone === 'string' ? given.userTimezone : null,
    themeMode: oneOf(THEME_MODES, given.themeMode) ?? null,
    interpreterSpeed: oneOf(INTERPRETER_SPEEDS, given.interpreterSpeed) ?? 1,
    interpreterStrokeSize: isStroke(given.interpreterStrokeSize) ? given.interpreterStrokeSize : 4,
    interpreterFontSize: oneOf(FONT_SIZES, given.interpreterFontSize) ?? 1,
    language: languageIn(stored) ?? null,
  }
}
