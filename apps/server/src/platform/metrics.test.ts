import { expect, test } from 'vitest'
import { createMetrics, WAIT_SECONDS } from './metrics.ts'

test('metrics have our prefix and their labels, and a gauge is computed when it is read', async () => {
  const metrics = createMetrics()
  const signals = metrics.counter({ name: 'signals_total', help: 'Signals accepted', labels: ['via'] })
  signals.inc({ via: 'smtp' }, 2)
  let depth = 3
  metrics.gauge({ name: 'queue_depth', help: 'Waiting', collect: (gauge) => gauge.set(depth) })
  metrics.histogram({ name: 'verdict_seconds', help: 'Receipt to verdict', buckets: WAIT_SECONDS }).observe(0.3)
  expect((await metrics.render()).body).toContain('winnow_queue_depth 3')
  depth = 4
  const { contentType, body } = await metrics.render()
  expect(contentType).toMatch(/^text\/plain/)
  expect(body).toContain('winnow_signals_total{via="smtp"} 2')
  expect(body).toContain('winnow_queue_depth 4')
  expect(body).toContain('winnow_verdict_seconds_bucket{le="0.25"} 0')
  expect(body).toContain('winnow_verdict_seconds_bucket{le="0.5"} 1')
})

test('two registries in one process are independent, and the process metrics are optional', async () => {
  const [first, second] = [createMetrics({ process: true }), createMetrics()]
  first.counter({ name: 'same_total', help: 'Same name' }).inc()
  second.counter({ name: 'same_total', help: 'Same name' }).inc(5)
  expect((await first.render()).body).toContain('winnow_same_total 1')
  expect((await first.render()).body).toContain('process_cpu_seconds_total')
  expect((await second.render()).body).not.toContain('process_cpu_seconds_total')
})
