import type { TFunction } from 'i18next'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createI18n } from './create-i18n.ts'
import type { KeyOf } from './typed-keys.ts'

// The compiler tests this: an expected type error that is missing is an error itself.
describe('keys of texts', () => {
  test('are those of the English texts, plural forms without their suffix', async () => {
    const { t } = await createI18n('en')
    expect(t('common:retry')).toBe('Try again')
    expect(t('home:attention.unmatched', { count: 2 })).toBe('2 messages matched no camera')
    // @ts-expect-error -- no such text
    t('common:retries')
    // @ts-expect-error -- a group of texts is none
    t('shell:menu')
    // @ts-expect-error -- the count chooses the form
    t('home:attention.unmatched_one')
    // @ts-expect-error -- a form is chosen by a number
    t('home:attention.unmatched', { count: '2' })
  })

  test('of one namespace are written without it, and others are type errors', () => {
    expectTypeOf<'retry'>().toExtend<KeyOf<'common'>>()
    expectTypeOf<'alarms:title'>().not.toExtend<KeyOf<'common'>>()
    expectTypeOf<'title'>().toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<'common:retry'>().toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<'retry'>().not.toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<Parameters<TFunction<'alarms'>>>().not.toBeAny()
  })
})
