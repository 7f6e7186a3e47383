import type { ReactNode } from 'react'
import css from './facts.module.css'

/** One block of the facts. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={css['section']}>
      <header className={css['heading']}>
        <h3>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** A fact with its label. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
