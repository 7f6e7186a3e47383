import { WAIT_SECONDS, type Metrics } from '../../platform/metrics.ts'

export type AnalysisMetrics = ReturnType<typeof createAnalysisMetrics>

/** Metrics of the filter. Each reason for passing an alarm on unverified has its own label. */
export function createAnalysisMetrics(metrics: Metrics) {
  return {
    verdicts: metrics.counter({
      name: 'verdicts_total',
      help: 'Verdicts by answer and by what gave them',
      labels: ['verdict', 'by'],
    }),
    crashes: metrics.counter({ name: 'analysis_crashes_total', help: 'Analysis processes that died at work' }),
    failures: metrics.counter({ name: 'analysis_failures_total', help: 'Analyses that failed', labels: ['why'] }),
    waitSeconds: metrics.histogram({
      name: 'receipt_to_verdict_seconds',
      help: 'From the receipt of an alarm to its first verdict',
      buckets: WAIT_SECONDS,
    }),
    stageSeconds: metrics.histogram({
      name: 'analysis_stage_seconds',
      help: 'Time spent in each stage of the filter',
      labels: ['stage'],
      buckets: WAIT_SECONDS,
    }),
  }
}
