import type { DeliveryCode, NotDelivered } from './result.ts'

/** What a failed answer of a receiver means, whatever its protocol. */
export type FailedAnswer =
  /** A later attempt can help. */
  | 'try-again'
  /** No attempt can help: this message is not wanted. */
  | 'for-good'
  /** Our account, key or format does not suit the receiver. Messages are tried again until somebody corrects it, for three days. */
  | 'misconfigured'

const MEANINGS: Readonly<Record<FailedAnswer, { code: DeliveryCode; retry: boolean }>> = {
  'try-again': { code: 'receiver-error', retry: true },
  'for-good': { code: 'rejected', retry: false },
  // The alarm is still true when the settings have been mended, so it is kept and tried again.
  misconfigured: { code: 'misconfigured', retry: true },
}

/** The result of an attempt that a receiver answered with a failure. */
export function resultOfAnswer(answer: FailedAnswer, detail: string, ms: number): NotDelivered {
  return { ok: false, ...MEANINGS[answer], ms, detail }
}
