import { type ReactNode, useId } from 'react'
import css from './pane.module.css'

/** A titled part of a pane. */
export function Section({
  title,
  hint,
  actions,
  children,
}: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css['section']} aria-labelledby={id}>
      <div className={css['sectionHead']}>
        <h3 id={id} className={css['sectionTitle']}>
          {title}
        </h3>
        {actions && <div className={css['sectionActions']}>{actions}</div>}
      </div>
      {hint && <p className={css['hint']}>{hint}</p>}
      {children}
    </section>
  )
}
