import type { Metrics } from '../../platform/metrics.ts'

export type PanelCounter = ReturnType<typeof createPanelCounter>

/** Counts frames that were not taken. */
export function createPanelCounter(metrics: Metrics) {
  return metrics.counter({
    name: 'panel_problems_total',
    help: 'Frames of panels that were not taken: damaged, unknown, encrypted, plain, wrong-key, format, clock, login, version, file, slow',
    labels: ['why'],
  })
}
