import { AsyncLocalStorage } from 'node:async_hooks'
import { BLOCKING_REASONS, DEGRADING_REASONS, type HealthReason } from '@winnow/contract'
import type { Metrics } from '../../platform/metrics.ts'
import { lookAtHealth, type Health, type HealthDeps } from './look-at-health.ts'

/** The maximum age of the state in Home and the metrics. */
const RECENT_MS = 2_000

/** Checks the health of this process and its dependencies. */
export interface HealthWatch {
  /** Checks now. Concurrent callers share one check. */
  look(): Promise<Health>
  /** Returns the last result if it is recent enough, else checks again. */
  recent(): Promise<Health>
}

export function createHealthWatch(deps: HealthDeps & { metrics: Metrics }): HealthWatch {
  let looking: Promise<Health> | undefined
  let last: { at: number; health: Health } | undefined
  // Runs a check outside the context of the request that triggered it.
  const onItsOwn = AsyncLocalStorage.snapshot()
  const look = (): Promise<Health> => {
    looking ??= onItsOwn(lookAtHealth, deps)
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
