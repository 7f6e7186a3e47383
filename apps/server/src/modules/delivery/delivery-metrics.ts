import type { Metrics } from '../../platform/metrics.ts'

export type DeliveryCounter = ReturnType<typeof createDeliveryCounter>

/** Counts attempts by the resulting state of the message. */
export function createDeliveryCounter(metrics: Metrics) {
  return metrics.counter({
    name: 'deliveries_total',
    help: 'Attempts to deliver to receivers by the kind of receiver and what became of the message: sent, retrying, given-up',
    labels: ['state', 'kind'],
  })
}
