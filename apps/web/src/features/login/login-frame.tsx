import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LoginBrand } from './login-brand.tsx'
import css from './login.module.css'

interface LoginFrameProps {
  /** Names the browser tab. */
  title: string
  /** Below the card. */
  footer?: ReactNode
  children: ReactNode
}

/** What the screens before the login share: the brand above a narrow card. */
export function LoginFrame({ title, footer, children }: LoginFrameProps) {
  const { t } = useTranslation('login')
  useDocumentTitle(title)
  return (
    <main className={css['screen']}>
      <div className={css['column']}>
        <div className={css['card']}>
          <LoginBrand tagline={t('tagline')} />
          {children}
        </div>
        {footer}
      </div>
    </main>
  )
}
