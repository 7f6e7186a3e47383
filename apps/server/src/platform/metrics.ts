import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The process's figures for Prometheus. Each part makes its own metrics once, at start, and keeps them. */
export interface Metrics {
  /** Something that only grows. The name ends in `_total`. */
  counter<L extends string = never>(spec: MetricSpec<L>): Counter<L>
  /** Something that goes up and down; `collect` is called when Prometheus asks. */
  gauge<L extends string = never>(
    spec: MetricSpec<L> & { collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ): Gauge<L>
  /** How long or how large things were. The name ends in its unit (`_seconds`, `_bytes`). */
  histogram<L extends string = never>(spec: MetricSpec<L> & { buckets: number[] }): Histogram<L>
  /** All of it in Prometheus' text form, and its content type. */
  render(): Promise<{ contentType: string; body: string }>
}

/** A metric's name without the `winnow_` that all of ours begin with, what it says, and the labels it has. */
export interface MetricSpec<L extends string> {
  name: string
  help: string
  /** Never put an id of a tenant, a view or a user here: each value is a time series of its own, for ever. */
  labels?: readonly L[]
}

/** Buckets from a millisecond to a minute, for anything a person or a camera waits for. */
export const WAIT_SECONDS: number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60,
]

/**
 * A registry of its own, so that tests and several servers in one process do not collide as they would in the global one.
 * @param options.process with the figures of the process itself (memory, event loop, handles); tests leave them out.
 * @param options.labels that all of its figures bear
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
