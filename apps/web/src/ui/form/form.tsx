import type { ReactNode } from 'react'
import css from '../form.module.css'
import type { SchemaForm } from './use-schema-form.ts'

interface FormProps<T extends object> {
  form: SchemaForm<T>
  className?: string | undefined
  /** Id of the element that describes it. */
  describedBy?: string
  children: ReactNode
}

/** The element of a form. Enter in a field submits it; a submission of a dialog above it does not. */
export function Form<T extends object>({
  form: { element, onSubmit },
  className = css['form'],
  describedBy,
  children,
}: FormProps<T>) {
  return (
    <form
      ref={element}
      className={className}
      noValidate
      aria-describedby={describedBy}
      onSubmit={(event) => event.target === event.currentTarget && onSubmit(event)}
    >
      {children}
    </form>
  )
}
