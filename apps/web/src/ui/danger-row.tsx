import type { ReactNode } from 'react'
import css from './danger-row.module.css'

/** The place for destructive actions: after everything else, below a line. */
export function DangerZone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['zone']} aria-label={title}>
      <h3 className={css['title']}>{title}</h3>
      {children}
    </section>
  )
}

/** A destructive action with its explanation and button. */
export function DangerRow({ meaning, children }: { meaning: string; children: ReactNode }) {
  return (
    <div className={css['row']}>
      <p className={css['meaning']}>{meaning}</p>
      {children}
    </div>
  )
}
