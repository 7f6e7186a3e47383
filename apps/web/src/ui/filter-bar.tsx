import type { ReactNode } from 'react'
import css from './filter-bar.module.css'

/** Filters of a list in one row that wraps, above the list. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={css['bar']} aria-label={label}>
      {children}
    </search>
  )
}
