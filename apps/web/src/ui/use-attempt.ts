import { type RefObject, useState } from 'react'
import { handleError } from '../lib/errors/error-handler.ts'
import { useErrorText } from './error-text.ts'

interface Attempt {
  busy: boolean
  /** What the last attempt was answered, until something is typed or tried again. */
  refusal: string | undefined
  setRefusal: (text: string | undefined) => void
  /** Does what a form is for. A failure is told in the form, in the words of `textOf`. */
  attempt: (work: () => unknown, textOf?: (failure: unknown) => string) => Promise<void>
}

/** For forms of one secret, as a code or a password: sends, tells beside the field what was wrong, and selects it to be typed over. */
export function useAttempt(field?: RefObject<HTMLInputElement | null>): Attempt {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const attempt: Attempt['attempt'] = async (work, textOf = errorText) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (failure) {
      handleError(failure, { shown: 'inline' })
      setRefusal(textOf(failure))
      field?.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, setRefusal, attempt }
}
