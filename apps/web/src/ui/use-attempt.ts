import { type RefObject, useRef, useState } from 'react'
import { handleError } from '../lib/errors/error-handler.ts'
import { useErrorText } from './error-text.ts'

interface Attempt {
  busy: boolean
  /** What the last attempt was answered, until something is typed or tried again. */
  refusal: string | undefined
  setRefusal: (text: string | undefined) => void
  /** Does what a form is for, unless it is at it already. A failure is told in the form, in the words of `textOf`. */
  attempt: (work: () => unknown, textOf?: (failure: unknown) => string) => Promise<void>
}

/** For forms of one secret, as a code or a password: sends, tells beside the field what was wrong, and selects it to be typed over. */
export function useAttempt(field?: RefObject<HTMLInputElement | null>): Attempt {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // Known at once, not with the next rendering: two events of one moment send once.
  const running = useRef(false)
  const attempt: Attempt['attempt'] = async (work, textOf = errorText) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (failure) {
      handleError(failure, { shown: 'inline' })
      setRefusal(textOf(failure))
      field?.current?.select()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, refusal, setRefusal, attempt }
}
