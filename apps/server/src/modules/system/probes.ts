import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'

export interface ProbeDeps {
  metrics: Metrics
  /** Reasons why this process should get no requests now; none when it is ready. */
  notReady: () => Promise<string[]>
  /** How long that may take, in milliseconds: whoever asks has a limit of their own and should hear why. Default 3,000. */
  patienceMs?: number
}

const PATIENCE_MS = 3_000

/** Not part of the API that is described. */
const PROBE = { logLevel: 'silent', schema: { hide: true } } as const

/**
 * For those who run the program: alive, ready, and figures. Beside the API, without a session. Nothing in them names a tenant.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

  app.get('/readyz', PROBE, async (_request, reply) => {
    const waiting = new AbortController()
    const { signal } = waiting
    const patience = wait(deps.patienceMs ?? PATIENCE_MS, ['the database or the media store does not answer'], {
      signal,
    })
    // Settled by the abort below when the answer came in time.
    patience.catch(() => {})
    const reasons = await Promise.race([deps.notReady(), patience]).finally(() => waiting.abort())
    if (reasons.length > 0) void reply.code(503)
    return { status: reasons.length > 0 ? 'not ready' : 'ready', reasons }
  })

  app.get('/metrics', PROBE, async (_request, reply) => {
    const { contentType, body } = await deps.metrics.render()
    return reply.header('content-type', contentType).send(body)
  })
}
