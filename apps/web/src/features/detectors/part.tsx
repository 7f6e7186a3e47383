import { type ReactNode, useId } from 'react'
import css from './detectors.module.css'

/** A titled part of the page. */
export function Part({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css['part']} aria-labelledby={id}>
      <h2 id={id} className={css['heading']}>
        {title}
      </h2>
      {hint && <p className={css['hint']}>{hint}</p>}
      {children}
    </section>
  )
}
