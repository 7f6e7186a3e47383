import { resultOfAnswer } from './answers.ts'
import { failureOf } from './failure.ts'
import type { GuardedResponse } from './guard/types.ts'
import type { NotDelivered } from './result.ts'
import { parseRetryAfter } from './webhook/retry-after.ts'

type Answered = Extract<GuardedResponse, { ok: true }>

/** What to check where a server refuses a call, by its status. */
const CHECKS: Readonly<Record<number, string>> = {
  401: 'Check user and password.',
  403: 'Check the rights of the user, and whether calls from this server are allowed.',
  404: 'Check the address and the version of the server.',
}

/**
 * What a server's refusal means, whatever its protocol over HTTP: a refusal (4xx) is about our settings, so the message is kept until
 * somebody corrects them; everything else passes by itself. Undefined for a 2xx.
 */
export function failureOfResponse(response: GuardedResponse, now: Date, ms: number): NotDelivered | undefined {
  if (!response.ok) return { ok: false, ...failureOf(response.code), ms, detail: response.detail }
  const { status } = response
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400)
    return { ok: false, retry: true, code: 'redirect', status, ms, detail: `The server redirects (${status}).` }
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429)
    return {
      ok: false,
      retry: true,
      code: 'rate-limited',
      status,
      ms,
      ...wait,
      detail: 'The server asks to wait (429).',
    }
  if (status >= 400 && status < 500) {
    const detail = `The server refused the call (${status}). ${CHECKS[status] ?? 'Check the settings.'}`
    return { ...resultOfAnswer('misconfigured', detail, ms), status }
  }
  return { ...resultOfAnswer('try-again', `The server answered ${status}.`, ms), status, ...wait }
}

/** The body of an answer as text. Bytes that are no UTF-8 are replaced. */
export const textOf = ({ body }: Answered): string => new TextDecoder().decode(body)

/** The JSON of an answer; undefined if it is none, or was cut. */
export function jsonOf(response: Answered): unknown {
  if (response.truncated) return undefined
  try {
    return JSON.parse(textOf(response))
  } catch {
    return undefined
  }
}
