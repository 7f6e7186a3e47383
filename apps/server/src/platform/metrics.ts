import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The process's metrics for Prometheus. Each module creates its metrics once, at start. */
export interface Metrics {
  /** Creates a counter, whose value only grows. Its name ends in `_total`. */
  counter<L extends string = never>(spec: MetricSpec<L>): Counter<L>
  /** Creates a gauge, whose value rises and falls. `collect` is called when Prometheus scrapes. */
  gauge<L extends string = never>(
    spec: MetricSpec<L> & { collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ): Gauge<L>
  /** Creates a histogram of durations or sizes. Its name ends in its unit (`_seconds`, `_bytes`). */
  histogram<L extends string = never>(spec: MetricSpec<L> & { buckets: number[] }): Histogram<L>
  /** Returns all metrics in Prometheus text format, with the content type. */
  render(): Promise<{ contentType: string; body: string }>
}

/** A metric's name without the common prefix `winnow_`, its help text and its labels. */
export interface MetricSpec<L extends string> {
  name: string
  help: string
  /** Never use the id of a tenant, a view or a user: each value becomes a time series that is never removed. */
  labels?: readonly L[]
}

/** Buckets from a millisecond to a minute, for waiting times of people and cameras. */
export const WAIT_SECONDS: number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60,
]

/**
 * Creates a separate registry, so that tests and several servers in one process do not collide in the global registry.
 * @param options.process adds metrics of the process itself (memory, event loop, handles); left out in tests
 * @param options.labels labels that all metrics of the registry get
 */
export function createMetrics(options: { process?: boolean; labels?: Record<string, string> } = {}): Metrics {
  const registry = new Registry()
  if (options.labels) registry.setDefaultLabels(options.labels)
  if (options.process) collectDefaultMetrics({ register: registry })
  const common = <L extends string>(spec: MetricSpec<L>) => ({
    name: `winnow_${spec.name}`,
    help: spec.help,
    labelNames: spec.labels ?? [],
    registers: [registry],
  })
  return {
    counter: (spec) => new Counter(common(spec)),
    gauge({ collect, ...spec }) {
      if (!collect) return new Gauge(common(spec))
      const gauge: Gauge<(typeof spec.labels & {})[number]> = new Gauge({
        ...common(spec),
        collect: () => collect(gauge),
      })
      return gauge
    },
    histogram: (spec) => new Histogram({ ...common(spec), buckets: spec.buckets }),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
