import { CAPTCHA_ANSWER_HEADER, CAPTCHA_NONCE_HEADER, type ErrorCode } from '@winnow/contract'
import { type ReactNode, useState } from 'react'
import { RequestError } from '../../lib/api/api-errors.ts'
import { CaptchaDialog } from './captcha-dialog.tsx'

const CAPTCHA_CODES: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'CAPTCHA_REQUIRED',
  'CAPTCHA_EXPIRED',
  'CAPTCHA_INCORRECT',
])

/** Headers with a solved captcha; empty on the first attempt. */
type CaptchaHeaders = Readonly<Record<string, string>>

interface Challenge {
  turn: number
  /** The error of the last answer, or of the call that first required a captcha. */
  error: RequestError
  busy: boolean
  solve: (headers: CaptchaHeaders) => void
  giveUp: () => void
}

const asksForCaptcha = (error: unknown): error is RequestError =>
  error instanceof RequestError && CAPTCHA_CODES.has(error.code)

/**
 * For calls that may require a captcha. `guard` makes the call. If the server requires a captcha, `guard` shows one and repeats the call
 * with the answer. If the user cancels, it fails with the server's error. Render `dialog` outside of any form.
 */
export function useCaptcha(): {
  guard: <T>(attempt: (headers: CaptchaHeaders) => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const [challenge, setChallenge] = useState<Challenge>()

  const ask = (error: RequestError) =>
    new Promise<CaptchaHeaders>((resolve, reject) => {
      setChallenge((last) => ({
        turn: (last?.turn ?? 0) + 1,
        error,
        busy: false,
        solve: (headers) => {
          setChallenge((shown) => shown && { ...shown, busy: true })
          resolve(headers)
        },
        giveUp: () => reject(error),
      }))
    })

  const guard = async <T,>(attempt: (headers: CaptchaHeaders) => Promise<T>): Promise<T> => {
    let headers: CaptchaHeaders = {}
    try {
      for (;;) {
        try {
          return await attempt(headers)
        } catch (error) {
          if (!asksForCaptcha(error)) throw error
          headers = await ask(error)
        }
      }
    } finally {
      setChallenge(undefined)
    }
  }

  const dialog = challenge && (
    <CaptchaDialog
      turn={challenge.turn}
      error={challenge.error}
      busy={challenge.busy}
      onSubmit={({ nonce, answer }) =>
        challenge.solve({ [CAPTCHA_NONCE_HEADER]: nonce, [CAPTCHA_ANSWER_HEADER]: answer })
      }
      onClose={challenge.giveUp}
    />
  )
  return { guard, dialog }
}
