import type { ReactNode } from 'react'
import css from '../form.module.css'
import type { SchemaForm } from './use-schema-form.ts'

interface FormProps<T extends object> {
  form: SchemaForm<T>
  className?: string | undefined
  /** The id of the element that describes the form. */
  describedBy?: string
  children: ReactNode
}

/** The `form` element. Enter in a field submits the form. Submitting a form in a dialog above does not submit this one. */
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
