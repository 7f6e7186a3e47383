import type { ReactNode } from 'react'
import css from './page-layout.module.css'
import { useDocumentTitle } from './use-document-title.ts'

interface PageLayoutProps {
  title: string
  /** Additional information beside the title, e.g. a count. */
  subtitle?: ReactNode
  /** The page's actions, at the right end of the header. */
  actions?: ReactNode
  /** `flush`: the page lays out its own panes; `wide`: full width. Default: a readable column with padding. */
  variant?: 'column' | 'wide' | 'flush'
  /** The heading is visible only to assistive technology. */
  hideHeader?: boolean
  children: ReactNode
}

/** The layout of every page: one heading, one place for actions, and the scrolling part. Also sets the title of the browser tab. */
export function PageLayout({ title, subtitle, actions, variant = 'column', hideHeader, children }: PageLayoutProps) {
  useDocumentTitle(title)
  return (
    <div className={css['page']}>
      {hideHeader ? (
        <h1 className="wn-visually-hidden">{title}</h1>
      ) : (
        <header className={css['header']}>
          <h1 className={css['title']}>{title}</h1>
          {subtitle && <div className={css['subtitle']}>{subtitle}</div>}
          {actions && <div className={css['actions']}>{actions}</div>}
        </header>
      )}
      {/* A scrolling element must be focusable, or it cannot be scrolled by keyboard. */}
      <div
        className={css[variant]}
        {...(variant === 'flush' ? {} : { tabIndex: 0, role: 'region', 'aria-label': title })}
      >
        {children}
      </div>
    </div>
  )
}
