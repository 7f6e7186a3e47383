import { RequestError } from '../lib/api/api-errors.ts'
import css from './form.module.css'
import { useErrorText } from './error-text.ts'

interface FormErrorProps {
  error: unknown
  /** A better text than the server's. */
  text?: string | undefined
}

/** The server's error for a form, above its buttons. An internal error shows the request id, to be reported to the operator. */
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
