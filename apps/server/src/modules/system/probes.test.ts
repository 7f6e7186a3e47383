import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { registerProbes, type Readiness } from './probes.ts'

async function probe(readiness: () => Promise<Readiness>) {
  const app = fastify()
  registerProbes(app, { metrics: createMetrics(), readiness, patienceMs: 20 })
  const reply = await app.inject('/readyz')
  await app.close()
  return { status: reply.statusCode, body: reply.json() }
}

test('reports ready when nothing prevents accepting messages', async () => {
  expect(await probe(async () => ({ notReady: [], degraded: [] }))).toEqual({
    status: 200,
    body: { status: 'ready', reasons: [] },
  })
})

test('reports degraded for a problem that does not prevent accepting messages', async () => {
  expect(await probe(async () => ({ notReady: [], degraded: ['the disk is low'] }))).toEqual({
    status: 200,
    body: { status: 'degraded', reasons: ['the disk is low'] },
  })
})

test('lists first the problems that prevent accepting messages', async () => {
  expect(
    await probe(async () => ({ notReady: ['the disk is full'], degraded: ['a detector cannot be used'] })),
  ).toEqual({
    status: 503,
    body: { status: 'not ready', reasons: ['the disk is full', 'a detector cannot be used'] },
  })
})

test('reports that the check takes too long, before the caller’s timeout', async () => {
  expect(await probe(() => new Promise(() => {}))).toEqual({
    status: 503,
    body: { status: 'not ready', reasons: ['the database or the media store does not answer'] },
  })
})
