import { Radio } from '@mantine/core'
import { isLocale, LOCALE_NAMES, LOCALES, TRANSLATED } from '@winnow/i18n'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { localeStore } from '../../lib/preferences/preferences.ts'
import css from './settings.module.css'

/** The language of the console. Its own name is shown for each, so that one finds back from a language one cannot read. */
export function LanguageTab() {
  const { t } = useTranslation('settings')
  const locale = useStore(localeStore)
  return (
    <div className={css['column']}>
      <Radio.Group
        label={t('language.label')}
        description={t('language.stored')}
        value={locale}
        onChange={(value) => isLocale(value) && localeStore.set(value)}
      >
        <div className={css['choices']}>
          {LOCALES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={<span lang={each}>{LOCALE_NAMES[each]}</span>}
              description={TRANSLATED.includes(each) ? undefined : t('language.untranslated')}
            />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
