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
