import type { Token } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/time-text.tsx'
import css from './settings.module.css'
import { tokenEnd } from './token-end.ts'

/** Shows when a token expires, with a warning shortly before and after that moment. */
export function TokenEndText({ token, now }: { token: Token; now: Date }) {
  const { t } = useTranslation('settings')
  const end = tokenEnd(token.expiresAt, now)
  if (token.expiresAt === null) return t('tokens.endsNever')
  return (
    <>
      <TimeText at={token.expiresAt} show="date" />
      {end.state === 'soon' && (
        <span className={css['ending']} data-state="soon">
          {t('tokens.endsSoon', { count: end.days })}
        </span>
      )}
      {end.state === 'expired' && (
        <span className={css['ending']} data-state="expired">
          {t('tokens.ended')}
        </span>
      )}
    </>
  )
}
