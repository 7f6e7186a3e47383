import { Radio } from '@mantine/core'
import { setLanguage } from '@winnow/contract'
import { isLocale } from '@winnow/i18n'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { CHOICES, isLanguage, nameOfLanguage } from '../../lib/preferences/languages.ts'
import { localeStore } from '../../lib/preferences/preferences.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { sessionStore } from '../../lib/session/session-store.ts'
import css from './settings.module.css'

/**
 * Chooses the language of the console from the complete ones. Each language is listed under its own name, so that users who cannot read the
 * current language still find theirs. The choice is also stored with the account, for mails.
 */
export function LanguageTab() {
  const { t } = useTranslation('settings')
  const locale = useStore(localeStore)
  const keep = useOperation(setLanguage)
  const choose = (value: string) => {
    if (!isLanguage(value)) return
    localeStore.set(value)
    // A super user who acts for another user changes only this browser. The language of that user's mails stays.
    if (isLocale(value) && !sessionStore.get().user?.impersonatedBy) keep.mutate({ body: { language: value } })
  }
  return (
    <div className={css['column']}>
      <Radio.Group label={t('language.label')} description={t('language.stored')} value={locale} onChange={choose}>
        <div className={css['choices']}>
          {CHOICES.map((each) => (
            <Radio key={each} value={each} label={<span lang={each}>{nameOfLanguage(each)}</span>} />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
