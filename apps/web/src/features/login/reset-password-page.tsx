import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { brandStore } from '../../theme/brands.ts'
import { Logo } from '../../theme/logo.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import css from './login.module.css'

/** Where the forgotten password leads. It cannot be reset by e-mail yet, and says so instead of pretending. */
export function ResetPasswordPage() {
  const { t } = useTranslation('login')
  const brand = useStore(brandStore)
  useDocumentTitle(t('reset.button'))
  return (
    <main className={css['screen']}>
      <div className={css['card']}>
        <div className={css['brand']}>
          <Logo brand={brand} size={36} />
        </div>
        <h1 className="wn-visually-hidden">{t('reset.button')}</h1>
        <p className={css['lead']}>{t('reset.notBuilt')}</p>
        <LinkButton to="/login" search={{}}>
          {t('reset.back')}
        </LinkButton>
      </div>
    </main>
  )
}
