import type { TFunction } from 'i18next'

/** The reasons of a failed delivery that this console has words for; a server may be newer than the console in an open tab. */
const KNOWN = [
  'redirect',
  'gone',
  'rejected',
  'rate-limited',
  'receiver-error',
  'timeout',
  'connect',
  'tls',
  'protocol',
  'unresolvable',
  'blocked',
  'auth',
  'recipient',
  'config',
  'outbox',
  'aborted',
] as const

type T = TFunction<['clients', 'common']>

/** Why a message did not arrive, in words that say what to do. */
export function deliveryProblem(code: string, status: number | null, t: T): string {
  const known = KNOWN.find((entry) => entry === code)
  const words = known === undefined ? t('delivery.problem.unknown', { code }) : t(`delivery.problem.${known}`)
  return status === null ? words : t('delivery.withStatus', { words, status })
}
