import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useAttempt } from '../use-attempt.ts'
import { isWhole } from './code-field.tsx'

type CaptchaHeaders = Readonly<Record<string, string>>

interface CodeEntry {
  code: string
  busy: boolean
  /** Does something else that the form is for, and tells its failure as that of a code. */
  attempt: (work: () => unknown) => Promise<void>
  submit: (event: FormEvent) => void
  /** What the field of the code is given. */
  field: {
    ref: RefObject<HTMLInputElement | null>
    value: string
    readOnly: boolean
    error: string | undefined
    onChange: (code: string) => void
  }
  /** To be rendered outside of the form. */
  dialog: ReactNode
}

/**
 * A form of one code. It is sent as soon as its sixth digit is there, typed or pasted; one that was refused is not sent again by itself, since
 * tries are few.
 * @param verify sends the code. The headers carry a solved captcha, where one was asked for; `clear` empties the field.
 */
export function useCodeEntry(
  verify: (code: string, sending: { headers: CaptchaHeaders; clear: () => void }) => Promise<void>,
): CodeEntry {
  const ref = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha()
  const [code, setCode] = useState('')
  const lastSent = useRef<string>(undefined)
  const { busy, refusal, setRefusal, attempt } = useAttempt(ref)

  const clear = () => setCode('')
  const send = (whole: string) => {
    if (busy) return
    lastSent.current = whole
    void attempt(() => captcha.guard((headers) => verify(whole, { headers, clear })))
  }
  return {
    code,
    busy,
    attempt,
    submit(event) {
      event.preventDefault()
      if (isWhole(code)) send(code)
    },
    field: {
      ref,
      value: code,
      readOnly: busy,
      error: refusal,
      onChange(next) {
        setCode(next)
        setRefusal(undefined)
        if (isWhole(next) && next !== lastSent.current) send(next)
      },
    },
    dialog: captcha.dialog,
  }
}
