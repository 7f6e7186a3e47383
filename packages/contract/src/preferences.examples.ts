import { example } from './example.ts'
import { setLanguage, setPreferences } from './preferences.ts'

export const preferencesExamples = [
  example(setLanguage, { body: { language: 'de' } }),
  example(setPreferences, { body: { dateFormat: 'american', userTimezone: 'America/New_York', interpreterSpeed: 2 } }),
]
