import { expect, test } from 'vitest'
import { acceptedLanguages, languageIn } from './language-of-person.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', ['de-AT', 'de', 'en']],
  ['en;q=0.2, fr', ['fr', 'en']],
  ['it;q=0, pt;q=x, es ; q=0.1', ['es']],
  ['', []],
  [undefined, []],
])('the Accept-Language header %j means %j', (header, languages) => {
  expect(acceptedLanguages(header)).toEqual(languages)
})

test.each([
  [{ language: 'it' }, 'it'],
  [{ language: 'xx' }, undefined],
  [{ language: 7 }, undefined],
  [{}, undefined],
  [null, undefined],
])('the language in the preferences %j is %s', (preferences, language) => {
  expect(languageIn(preferences)).toBe(language)
})
