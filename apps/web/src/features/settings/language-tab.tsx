import { Radio } from '@mantine/core'
import { isLocale, LOCALE_NAMES, type Locale, TRANSLATED } from '@winnow/i18n'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { localeStore } from '../../lib/preferences/preferences.ts'
import css from './settings.module.css'

/**
 * The language of the console, of those that are complete. Its own name is shown for each, so that one finds back from a language one
 * cannot read.
 */
export function LanguageTab({ languages = TRANSLATED }: { languages?: readonly Locale[] }) {
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
          {languages.map((each) => (
            <Radio key={each} value={each} label={<span lang={each}>{LOCALE_NAMES[each]}</span>} />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
