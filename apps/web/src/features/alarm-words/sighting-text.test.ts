import { createI18n } from '@winnow/i18n'
import { expect, test } from 'vitest'
import { reasonText } from './reason-text.ts'
import { sightingText } from './sighting-text.ts'

test.each([
  ['en', 'truck', null, 'truck 64 %'],
  ['de', 'truck', null, 'Lkw 64 %'],
  ['de', 'dog', 'animal', 'Hund 64 %, angezweifelt: für ein Tier gehalten'],
  ['de', 'forklift', null, 'forklift 64 %'],
] as const)('in %s a %s (%s) is called %j', async (locale, label, doubt, text) => {
  const i18n = await createI18n(locale)
  expect(sightingText(label, { score: 0.636, doubt }, i18n.getFixedT(null, 'alarms'))).toBe(text)
})

test('a box that a person has drawn has the name of the person', async () => {
  const i18n = await createI18n('en')
  const drawn = { score: 1, doubt: null, setBy: 'Anna' }
  expect(sightingText('person', drawn, i18n.getFixedT(null, 'alarms'))).toBe('person, drawn by Anna')
})

test('a reason writes a class with the capital letter that German nouns have within a sentence', async () => {
  const i18n = await createI18n('de')
  const words = i18n.getFixedT<['reasons', 'alarms']>('de', ['reasons', 'alarms'])
  const formats = { share: String, number: String }
  const reason = { code: 'not-wanted', params: { class: 'animal' } }
  expect(reasonText(reason, { frames: [], reasons: [reason] }, words, formats)).toContain('(Tier)')
})
