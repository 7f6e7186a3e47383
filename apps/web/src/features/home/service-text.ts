import type { ServiceProblem } from '@winnow/contract'
import type { TFunction } from 'i18next'

const COUNTED = ['unread', 'queued', 'late', 'overdue', 'released'] as const
type Counted = (typeof COUNTED)[number]

const isCounted = (reason: string): reason is Counted => COUNTED.some((counted) => counted === reason)

/** What is wrong with the service, in words that say what becomes of alarms; undefined for what is told with figures of its own. */
export function serviceText({ reason, count }: ServiceProblem, t: TFunction<'home'>): string | undefined {
  if (isCounted(reason))
    return count === null ? t(`attention.serviceSome.${reason}`) : t(`attention.service.${reason}`, { count })
  if (reason === 'disk-full' || reason === 'disk-low' || reason === 'analysis-idle') return undefined
  return t(`attention.service.${reason}`)
}
