import { RequestError } from '../lib/api/api-errors.ts'
import css from './form.module.css'
import { useErrorText } from './error-text.ts'

interface FormErrorProps {
  error: unknown
  /** Better words than the server's. */
  text?: string | undefined
}

/** What the server said to a form, above its buttons. A fault of its own comes with the request's id, to be told to who runs it. */
export function FormError({ error, text }: FormErrorProps) {
  const errorText = useErrorText()
  const isFault = error instanceof RequestError && error.status >= 500
  return (
    <p role="alert" className={css['error']}>
      {error ? (text ?? errorText(error)) : null}
      {isFault && error.requestId && <small> {error.requestId}</small>}
    </p>
  )
}
