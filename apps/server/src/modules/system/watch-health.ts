import { BLOCKING_REASONS, DEGRADING_REASONS, type HealthReason } from '@winnow/contract'
import type { Metrics } from '../../platform/metrics.ts'
import { lookAtHealth, type Health, type HealthDeps } from './look-at-health.ts'

/** How old what Home and the metrics tell may be. */
const RECENT_MS = 2_000

/** Knows how this process and what it needs are. */
export interface HealthWatch {
  /** Looks now; those who ask at the same time share a look. */
  look(): Promise<Health>
  /** What was found within the last seconds, or a new look. */
  recent(): Promise<Health>
}

export function createHealthWatch(deps: HealthDeps & { metrics: Metrics }): HealthWatch {
  let looking: Promise<Health> | undefined
  let last: { at: number; health: Health } | undefined
  const look = (): Promise<Health> => {
    looking ??= lookAtHealth(deps)
      .then((health) => {
        last = { at: performance.now(), health }
        return health
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const recent = async (): Promise<Health> =>
    last && performance.now() - last.at < RECENT_MS ? last.health : await look()
  deps.metrics.gauge({
    name: 'unwell',
    help: 'What is wrong: 1 for each reason that holds; class "blocking" means that this process cannot take messages, "degraded" that it still does',
    labels: ['reason', 'class'],
    async collect(gauge) {
      const { blocking, degraded } = await recent()
      const holds = new Set<HealthReason>([...blocking, ...degraded])
      for (const reason of BLOCKING_REASONS) gauge.set({ reason, class: 'blocking' }, holds.has(reason) ? 1 : 0)
      for (const reason of DEGRADING_REASONS) gauge.set({ reason, class: 'degraded' }, holds.has(reason) ? 1 : 0)
    },
  })
  return { look, recent }
}
