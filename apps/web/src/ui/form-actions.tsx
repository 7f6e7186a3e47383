import type { ReactNode } from 'react'
import css from './form.module.css'

/** The last line of a form: what else can be done at its start, leaving and sending at its end. */
export function FormActions({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={css['actions']}>
      {start && <div className={css['start']}>{start}</div>}
      {children}
    </div>
  )
}
