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
    // @ts-expect-error -- a group of texts is not a text
    t('shell:menu')
    // @ts-expect-error -- the plural form follows from the count
    t('home:attention.unmatched_one')
    // @ts-expect-error -- the count must be a number
    t('home:attention.unmatched', { count: '2' })
  })

  test('of one namespace are written without the namespace, and keys of other namespaces are type errors', () => {
    expectTypeOf<'retry'>().toExtend<KeyOf<'common'>>()
    expectTypeOf<'alarms:title'>().not.toExtend<KeyOf<'common'>>()
    expectTypeOf<'title'>().toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<'common:retry'>().toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<'retry'>().not.toExtend<KeyOf<['alarms', 'common']>>()
    expectTypeOf<Parameters<TFunction<'alarms'>>>().not.toBeAny()
  })
})
