import { FormError } from '../../../../ui/form-error.tsx'
import { refusesField } from '../../state/form-errors.ts'

/** What the server said to the form of a client, site or camera; a refused name is told at its field. */
export function NodeFormError({ error }: { error: unknown }) {
  return <FormError error={refusesField(error, 'name') ? undefined : error} />
}
