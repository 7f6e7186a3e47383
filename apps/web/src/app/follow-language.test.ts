import { createI18n } from '@winnow/i18n'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setErrorSink } from '../lib/errors/error-handler.ts'
import { localeStore } from '../lib/preferences/preferences.ts'
import { createTranslator, followLanguage } from './follow-language.ts'

/** Languages whose texts cannot be loaded at the moment. */
const gone = new Set<string>()
const loadNames = async (locale: string) => {
  if (gone.has(locale)) throw new Error(`${locale} is not there`)
}

const told = vi.fn<() => void>()

afterEach(() => {
  gone.clear()
  told.mockReset()
  localeStore.set('en')
})

describe('the language of the page', () => {
  test('is the last choice, even if two choices follow quickly · I18N-002 I18N-003', async () => {
    const translator = await createI18n('en')
    const end = followLanguage(translator, loadNames)
    expect(document.documentElement.lang).toBe('en')
    for (const locale of ['de', 'fr', 'it'] as const) localeStore.set(locale)
    await expect.poll(() => document.documentElement.lang).toBe('it')
    expect(translator.language).toBe('it')
    end()
  })

  test('and the stored choice stay unchanged if the texts of a newly chosen language cannot be loaded', async () => {
    setErrorSink(told)
    gone.add('de')
    const translator = await createI18n('en')
    const end = followLanguage(translator, loadNames)
    localeStore.set('de')
    await expect.poll(() => told.mock.calls.length).toBe(1)
    await expect.poll(() => localeStore.get()).toBe('en')
    expect([translator.language, document.documentElement.lang]).toEqual(['en', 'en'])
    end()
  })

  test('is English at the start if the texts of the chosen language cannot be loaded', async () => {
    setErrorSink(told)
    gone.add('de')
    localeStore.set('de')
    expect((await createTranslator(loadNames)).language).toBe('en')
    expect(told).toHaveBeenCalledOnce()
  })
})
