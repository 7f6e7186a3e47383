import type { ReactNode } from 'react'
import css from './form.module.css'

/** The last line of a form: other actions on the left, cancel and submit on the right. */
export function FormActions({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={css['actions']}>
      {start && <div className={css['start']}>{start}</div>}
      {children}
    </div>
  )
}
