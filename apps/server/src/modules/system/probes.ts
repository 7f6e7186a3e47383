import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'

export interface ProbeDeps {
  metrics: Metrics
  /** Reasons why this process should get no requests now; none when it is ready. */
  notReady: () => Promise<string[]>
}

/** Not part of the API that is described. */
const PROBE = { logLevel: 'silent', schema: { hide: true } } as const

/**
 * For those who run the program: alive, ready, and figures. Beside the API, without a session. Nothing in them names a tenant.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

  app.get('/readyz', PROBE, async (_request, reply) => {
    const reasons = await deps.notReady()
    if (reasons.length > 0) void reply.code(503)
    return { status: reasons.length > 0 ? 'not ready' : 'ready', reasons }
  })

  app.get('/metrics', PROBE, async (_request, reply) => {
    const { contentType, body } = await deps.metrics.render()
    return reply.header('content-type', contentType).send(body)
  })
}
