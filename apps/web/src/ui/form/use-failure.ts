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

/** Gives the focus to the first field that is wrong. A secret is chosen as a whole, to be typed over. */
function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')
  field?.focus()
  if (field instanceof HTMLInputElement && /(?:^|-)(?:password|code)$/.test(field.name)) field.select()
}

/** What came of a try: told at the fields that it is about, of which the first gets the focus, or else for the whole form. */
export function useFailure<T>(form: UseFormReturnType<T>, { names, refusals }: Failing) {
  const element = useRef<HTMLFormElement>(null)
  const textOf = useFieldErrorText()
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)
  // After the fields show it, so that it is read out with them.
  useLayoutEffect(() => {
    if (tries > 0) focusWrong(element.current)
  }, [tries])

  const isShown = (path: string) =>
    Array.from(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []).some(
      (at) => at.dataset['path'] === path,
    )
  /** For the whole form, unless fields show all of it. */
  const fail = (error: unknown, paths: readonly string[]) => {
    setFailure(paths.length > 0 && paths.every(isShown) ? undefined : error)
    setTries((before) => before + 1)
  }
  return {
    element,
    failure,
    clear: () => setFailure(undefined),
    /** The server, or what was before it, said no. */
    refuse: (error: unknown) => {
      handleError(error, { shown: 'inline' })
      const refused = {
        ...renamed(refusedFields(error, textOf), names),
        ...(error instanceof RequestError ? refusals?.(error) : {}),
      }
      form.setErrors(Object.fromEntries(Object.entries(refused).filter(([path]) => isShown(path))))
      fail(error, Object.keys(refused))
    },
    /** It was not sent, since the form's own rules say no. What has no field to be told at is told in the words of the server. */
    hold: (wrong: FormErrors) => {
      // The fields show it themselves, as long as it is so.
      form.clearErrors()
      fail(new RequestError(400, '', { code: 'VALIDATION' }), Object.keys(wrong))
    },
  }
}
