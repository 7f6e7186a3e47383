import type { ReactNode } from 'react'
import css from './home.module.css'

interface FigureProps {
  name: string
  /** The verdict whose colour stands before the name. */
  kind?: string
  /** The sign between this figure and the one before. */
  sign?: '=' | '+' | undefined
  children: ReactNode
  note?: ReactNode
}

/** A figure with its name, inside a `dl`. */
export function Figure({ name, kind, sign, children, note }: FigureProps) {
  return (
    <div className={css['figure']} data-sign={sign}>
      <dt className={css['name']} data-kind={kind}>
        {name}
      </dt>
      <dd className={css['value']}>{children}</dd>
      {note && <dd className={css['note']}>{note}</dd>}
    </div>
  )
}
