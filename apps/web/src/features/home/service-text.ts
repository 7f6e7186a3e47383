import type { ServiceProblem } from '@winnow/contract'
import type { TFunction } from 'i18next'

const COUNTED = ['unread', 'queued', 'late', 'overdue', 'released'] as const
type Counted = (typeof COUNTED)[number]

const isCounted = (reason: string): reason is Counted => COUNTED.some((counted) => counted === reason)

const TOLD_APART = ['disk-full', 'disk-low', 'analysis-idle', 'deliveries-held'] as const
type ToldApart = (typeof TOLD_APART)[number]

const isToldApart = (reason: string): reason is ToldApart => TOLD_APART.some((apart) => apart === reason)

/** A problem of the service and its effect on alarms; undefined for problems that are shown with their own figures. */
export function serviceText({ reason, count }: ServiceProblem, t: TFunction<'home'>): string | undefined {
  if (isCounted(reason))
    return count === null ? t(`attention.serviceSome.${reason}`) : t(`attention.service.${reason}`, { count })
  if (isToldApart(reason)) return undefined
  return t(`attention.service.${reason}`)
}
