import type { ReactNode } from 'react'
import css from './state.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What this place is for, and how to fill it. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
  /** Smaller, for use inside a pane. */
  compact?: boolean
  /** Whether it is the page's only content. Its title is then the page's heading. */
  isPage?: boolean
}

/** Shown where there is no content. Says what to do next. */
export function EmptyState({ icon, title, children, action, compact, isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={compact ? css['compact'] : css['state']}>
      {icon && (
        <div className={css['icon']} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title className={css['title']}>{title}</Title>
      {children && <div className={css['body']}>{children}</div>}
      {action && <div className={css['action']}>{action}</div>}
    </div>
  )
}
