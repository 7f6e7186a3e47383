import css from './form.module.css'
import { useErrorText } from './error-text.ts'

/** What the server said to a form, above its buttons. */
export function FormError({ error }: { error: unknown }) {
  const errorText = useErrorText()
  return (
    <p role="alert" className={css['error']}>
      {error ? errorText(error) : null}
    </p>
  )
}
