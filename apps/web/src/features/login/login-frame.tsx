import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LoginBrand } from './login-brand.tsx'
import css from './login.module.css'

interface LoginFrameProps {
  /** The title of the browser tab. */
  title: string
  /** The content below the card. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of the screens before the login: the brand above a narrow card. */
export function LoginFrame({ title, footer, children }: LoginFrameProps) {
  useDocumentTitle(title)
  return (
    <main className={css['screen']}>
      <div className={css['column']}>
        <div className={css['card']}>
          <LoginBrand />
          {children}
        </div>
        {footer}
      </div>
    </main>
  )
}
