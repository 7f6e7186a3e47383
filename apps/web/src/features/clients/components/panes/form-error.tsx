import { useErrorText } from '../../../../ui/error-text.ts'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { refusesField } from '../../state/form-errors.ts'
import css from './pane.module.css'

/** An error of the server that belongs to no field of the form. */
export function FormError({ error, text: better }: { error: unknown; text?: string | undefined }) {
  const text = useErrorText()
  if (!error || refusesField(error, 'name')) return null
  return (
    <p role="alert" className={css['formError']}>
      {better ?? text(error)}
      {error instanceof RequestError && error.status >= 500 && error.requestId && <small> {error.requestId}</small>}
    </p>
  )
}
