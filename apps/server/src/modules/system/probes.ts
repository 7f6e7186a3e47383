import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'
import type { Health } from './look-at-health.ts'
import { REASON_TEXTS } from './reason-texts.ts'
import { within } from './within.ts'

/** What stands in the way of messages, and what is wrong besides; in words. */
export interface Readiness {
  notReady: string[]
  degraded: string[]
}

export const readinessOf = ({ blocking, degraded }: Health): Readiness => ({
  notReady: blocking.map((reason) => REASON_TEXTS[reason]),
  degraded: degraded.map((reason) => REASON_TEXTS[reason]),
})

export interface ProbeDeps {
  metrics: Metrics
  readiness: () => Promise<Readiness>
  /** How long that may take, in milliseconds: whoever asks has a limit of their own and should hear why. Default 4,000. */
  patienceMs?: number
}

const PATIENCE_MS = 4_000

/** Not part of the API that is described. */
const PROBE = { logLevel: 'silent', schema: { hide: true } } as const

/**
 * For those who run the program: alive, ready, and figures. Beside the API, without a session. Nothing in them names a tenant.
 * Ready means that messages can be taken: only a process that cannot answers 503. Whatever else is wrong makes it `degraded`, with 200.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

  app.get('/readyz', PROBE, async (_request, reply) => {
    const { notReady, degraded } = await within(deps.readiness(), deps.patienceMs ?? PATIENCE_MS, () => ({
      notReady: ['the database or the media store does not answer'],
      degraded: [],
    }))
    if (notReady.length > 0) void reply.code(503)
    const status = notReady.length > 0 ? 'not ready' : degraded.length > 0 ? 'degraded' : 'ready'
    return { status, reasons: [...notReady, ...degraded] }
  })

  app.get('/metrics', PROBE, async (_request, reply) => {
    const { contentType, body } = await deps.metrics.render()
    return reply.header('content-type', contentType).send(body)
  })
}
