import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import css from './settings.module.css'

/** The data of the logged-in user. */
export function ProfileTab() {
  const { t } = useTranslation('settings')
  const user = useUser()
  return (
    <div className={css['column']}>
      <dl className={css['facts']}>
        <dt>{t('profile.name')}</dt>
        <dd>{user.name}</dd>
        <dt>{t('profile.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('profile.company')}</dt>
        <dd>{user.companyName}</dd>
        <dt>{t('profile.role')}</dt>
        <dd>{user.roles.map((role) => t(`roles.${role}`)).join(', ')}</dd>
      </dl>
      <p className={css['note']}>{t('profile.readOnly')}</p>
    </div>
  )
}
