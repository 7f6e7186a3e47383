import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import { RequestError } from '../../lib/api/api-errors.ts'
import { handleError } from '../../lib/errors/error-handler.ts'
import { useFieldErrorText } from '../error-text.ts'
import { type Problems, refusedFields, renamed } from './problems.ts'

interface Failing {
  names?: Readonly<Record<string, string>>
  refusals?: (error: RequestError) => Problems
}

/** Focuses the first invalid field. The content of a secret is selected, so that typing replaces it. */
function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')
  field?.focus()
  if (field instanceof HTMLInputElement && /(?:^|-)(?:password|code)$/.test(field.name)) field.select()
}

/**
 * The errors of an attempt. They are shown at their fields, the first of which gets the focus, or otherwise for the
 * whole form.
 */
export function useFailure<T>(form: UseFormReturnType<T>, { names, refusals }: Failing) {
  const element = useRef<HTMLFormElement>(null)
  const textOf = useFieldErrorText()
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)
  // Focused after the fields show the error, so that a screen reader reads it too.
  useLayoutEffect(() => {
    if (tries > 0) focusWrong(element.current)
  }, [tries])

  const isShown = (path: string) =>
    Array.from(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []).some(
      (at) => at.dataset['path'] === path,
    )
  /** Stores the error for the whole form, unless fields show all of its messages. */
  const fail = (error: unknown, paths: readonly string[]) => {
    setFailure(paths.length > 0 && paths.every(isShown) ? undefined : error)
    setTries((before) => before + 1)
  }
  return {
    element,
    failure,
    clear: () => setFailure(undefined),
    /** The server or the network returned an error. */
    refuse: (error: unknown) => {
      handleError(error, { shown: 'inline' })
      const refused = {
        ...renamed(refusedFields(error, textOf), names),
        ...(error instanceof RequestError ? refusals?.(error) : {}),
      }
      form.setErrors(Object.fromEntries(Object.entries(refused).filter(([path]) => isShown(path))))
      fail(error, Object.keys(refused))
    },
    /** The form's own rules prevented sending. Errors without a field are shown with the server's texts. */
    hold: (wrong: FormErrors) => {
      // Clears the library's errors: the fields show the errors of the rules themselves, as long as they apply.
      form.clearErrors()
      fail(new RequestError(400, '', { code: 'VALIDATION' }), Object.keys(wrong))
    },
  }
}
