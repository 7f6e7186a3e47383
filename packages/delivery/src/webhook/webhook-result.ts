import { resultOfAnswer } from '../answers.ts'
import { failureOf } from '../failure.ts'
import type { GuardedResponse } from '../guard/types.ts'
import type { DeliveryCode, DeliveryResult } from '../result.ts'
import { parseRetryAfter } from './retry-after.ts'

function codeOfStatus(status: number): DeliveryCode {
  if (status === 410) return 'gone'
  if (status === 429) return 'rate-limited'
  if (status >= 500) return 'receiver-error'
  if (status >= 400) return 'rejected'
  return status >= 300 ? 'redirect' : 'protocol'
}

/** The meaning of evalink's reply: 406 means that the alarm was taken, and 400 that it is never to be sent again. */
export function evalinkResult(response: GuardedResponse, now: Date, ms: number): DeliveryResult {
  if (response.ok && response.status === 406) return { ok: true, status: 406, ms }
  if (response.ok && response.status === 400)
    return {
      ...resultOfAnswer('for-good', 'evalink refused the alarm for good (400). Check device, code and template.', ms),
      status: 400,
    }
  return webhookResult(response, now, ms)
}

/**
 * The meaning of a reply: only 2xx is success; 410 disables the receiver; everything else is retried, since a receiver that rejects,
 * redirects or fails is usually being repaired. `Retry-After` is always honoured.
 */
export function webhookResult(response: GuardedResponse, now: Date, ms: number): DeliveryResult {
  if (!response.ok) return { ok: false, ...failureOf(response.code), ms, detail: response.detail }
  const { status } = response
  if (status >= 200 && status < 300) return { ok: true, status, ms }
  const code = codeOfStatus(status)
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now)
  return {
    ok: false,
    retry: code !== 'gone',
    ...(code === 'gone' ? { disable: true } : {}),
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ms,
    code,
    detail: code === 'redirect' ? `The receiver redirects (${status}).` : `The receiver answered ${status}.`,
  }
}
