import { describe, expect, test } from 'vitest'
import { changeLocale, createI18n } from './create-i18n.ts'
import { loadLocale } from './load-locale.ts'
import { isLocale, LOCALE_NAMES, LOCALES, OFFERED, preferredLocale } from './locales.ts'
import { en } from './texts/en.ts'

describe('languages', () => {
  test('are six, English first · I18N-001', () => {
    expect(LOCALES).toEqual(['en', 'de', 'it', 'es', 'fr', 'pt'])
    expect(Object.keys(LOCALE_NAMES)).toEqual([...LOCALES])
    expect([isLocale('pt'), isLocale('xx'), isLocale(undefined)]).toEqual([true, false, false])
  })

  test('always include English, and only languages of the product · I18N-001', () => {
    expect(OFFERED[0]).toBe('en')
    expect(OFFERED.every(isLocale)).toBe(true)
    expect(new Set(OFFERED).size).toBe(OFFERED.length)
  })

  test.each([
    [['de-AT', 'en'], 'de'],
    [['ja', 'FR-ca'], 'fr'],
    [['it', 'de'], 'de'],
    [['ja'], 'en'],
    [['den', ''], 'en'],
    [[], 'en'],
  ] as const)('for %j select %s of those offered', (wanted, locale) => {
    expect(preferredLocale(wanted, ['en', 'de', 'fr'])).toBe(locale)
  })

  test.each(LOCALES)('%s can be loaded · I18N-001', async (locale) => {
    expect(typeof (await loadLocale(locale))).toBe('object')
  })

  test.each(['xx', 'EN', '', '../en', 'toString'])('do not include %j: loading fails · I18N-004', async (locale) => {
    await expect(loadLocale(locale)).rejects.toThrow('Cannot find module')
    await expect(createI18n(locale)).rejects.toThrow('Cannot find module')
  })
})

describe('the translator', () => {
  test.each(LOCALES)('falls back to English for texts that %s lacks · I18N-001', async (locale) => {
    const i18n = await createI18n(locale)
    if (locale !== 'en') i18n.removeResourceBundle(locale, 'common')
    expect(i18n.t('copy')).toBe(en.common.copy)
  })

  test('prefers a text of the language', async () => {
    const i18n = await createI18n('de')
    i18n.addResource('de', 'common', 'copy', 'Kopieren')
    expect(i18n.t('copy')).toBe('Kopieren')
  })

  test('keeps its language when the next one cannot be loaded · I18N-004', async () => {
    const i18n = await createI18n('de')
    await expect(changeLocale(i18n, 'xx')).rejects.toThrow('Cannot find module')
    expect(i18n.language).toBe('de')
    await changeLocale(i18n, 'fr')
    expect(i18n.language).toBe('fr')
  })

  test('uses plural forms and placeholders', async () => {
    const { t } = await createI18n('en')
    expect(t('home:attention.unmatched', { count: 1 })).toBe('1 message matched no camera')
    expect(t('home:attention.unmatched', { count: 2 })).toBe('2 messages matched no camera')
    // React and the mails escape texts. Escaping twice would show &amp; to people.
    expect(t('common:requestId', { id: '<a&b>' })).toBe('Request <a&b>')
  })
})

test('the language of one instance does not depend on another instance', async () => {
  const [one, two] = await Promise.all([createI18n('en'), createI18n('en')])
  await changeLocale(one, 'it')
  expect([one.language, two.language]).toEqual(['it', 'en'])
})
