import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { registerProbes } from './probes.ts'

async function probe(notReady: () => Promise<string[]>) {
  const app = fastify()
  registerProbes(app, { metrics: createMetrics(), notReady, patienceMs: 20 })
  const reply = await app.inject('/readyz')
  await app.close()
  return { status: reply.statusCode, body: reply.json() }
}

test('is ready when nothing stands in the way', async () => {
  expect(await probe(async () => [])).toEqual({ status: 200, body: { status: 'ready', reasons: [] } })
})

test('a database that hangs is told as one, in good time', async () => {
  expect(await probe(() => new Promise(() => {}))).toEqual({
    status: 503,
    body: { status: 'not ready', reasons: ['the database or the media store does not answer'] },
  })
})
