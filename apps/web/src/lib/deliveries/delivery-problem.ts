import { DELIVERY_PROBLEMS } from '@winnow/contract'
import type { TFunction } from 'i18next'

/**
 * Why a message was not delivered, and what to do. An unknown code gets a general text: the server may be newer than the console in an open
 * tab.
 */
export function deliveryProblem(code: string, status: number | null, t: TFunction<'deliveries'>): string {
  const known = DELIVERY_PROBLEMS.find((entry) => entry === code)
  const words = known === undefined ? t('problem.unknown', { code }) : t(`problem.${known}`)
  return status === null ? words : t('withStatus', { words, status })
}

interface Problem {
  code: string
  status: number | null
  /** What the server says of the connection or the refusal, in English. */
  detail: string | null
}

/** The same with its technical detail. The number of the answer is said once: most details have it. */
export function deliveryProblemParts(
  { code, status, detail }: Problem,
  t: TFunction<'deliveries'>,
): { words: string; detail: string | null } {
  const isSaid = status !== null && detail?.includes(String(status)) === true
  return { words: deliveryProblem(code, isSaid ? null : status, t), detail }
}
