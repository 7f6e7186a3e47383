import { expect, test } from 'vitest'
import { createI18n } from '../create-i18n.ts'
import { pseudoText, pseudoTexts } from './pseudo-texts.ts'

test('a text gets accents, brackets and a third more length', () => {
  expect(pseudoText('Save')).toBe('⟦Šáṽé ẽxt⟧')
  const long = 'Somebody labelled this alarm in the meantime.'
  expect(pseudoText(long).length).toBeGreaterThanOrEqual(Math.floor(long.length * 1.35))
})

test('placeholders, tags and the ends of a text are unchanged', () => {
  expect(pseudoText('{{count}} of {{n, number}} <b>x</b>')).toMatch(
    /^⟦\{\{count\}\} öƒ \{\{n, number\}\} <b>ẋ?x?<\/b>.*⟧$/u,
  )
  expect(pseudoText('a\n')).toMatch(/^⟦á.*⟧\n$/u)
})

test('every text of a language is changed, in any group', () => {
  expect(pseudoTexts({ home: { b: { c: 'x' } } })).toEqual({ home: { b: { c: pseudoText('x') } } })
})

test('the translator offers the pseudo-language, with the plural forms of English', async () => {
  const { t } = await createI18n('en-XA')
  expect(t('home:attention.unmatched', { count: 1 })).toMatch(/^⟦1 ɱéššáğé .*⟧$/u)
  expect(t('home:attention.unmatched', { count: 2 })).toMatch(/^⟦2 ɱéššáğéš .*⟧$/u)
})
