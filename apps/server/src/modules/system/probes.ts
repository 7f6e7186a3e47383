import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'
import type { Health } from './look-at-health.ts'
import { REASON_TEXTS } from './reason-texts.ts'
import { within } from './within.ts'

/** The problems that prevent accepting messages, and other problems, as texts. */
export interface Readiness {
  notReady: string[]
  degraded: string[]
}

export const readinessOf = ({ blocking, degraded }: Health): Readiness => ({
  notReady: blocking.map((reason) => REASON_TEXTS[reason]),
  degraded: degraded.map((reason) => REASON_TEXTS[reason]),
})

export interface ProbeDeps {
  metrics: Pick<Metrics, 'render'>
  readiness: () => Promise<Readiness>
  /**
   * Time limit of the check, in milliseconds. It must end before the caller's timeout, so that the caller learns the reason. Default 4,000.
   */
  patienceMs?: number
}

const PATIENCE_MS = 4_000
const PATHS = ['/healthz', '/readyz', '/metrics'] as const
type ProbePath = (typeof PATHS)[number]

/** Options of the probes' routes, which are not part of the documented API. */
const PROBE = { logLevel: 'silent', schema: { hide: true } } as const

interface ProbeAnswer {
  status: number
  contentType: string
  body: string
}

const json = (status: number, body: object): ProbeAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

async function readyz(deps: ProbeDeps): Promise<ProbeAnswer> {
  const { notReady, degraded } = await within(deps.readiness(), deps.patienceMs ?? PATIENCE_MS, () => ({
    notReady: ['the database or the media store does not answer'],
    degraded: [],
  }))
  const status = notReady.length > 0 ? 'not ready' : degraded.length > 0 ? 'degraded' : 'ready'
  return json(notReady.length > 0 ? 503 : 200, { status, reasons: [...notReady, ...degraded] })
}

async function answer(path: ProbePath, deps: ProbeDeps): Promise<ProbeAnswer> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path === '/readyz') return readyz(deps)
  const { contentType, body } = await deps.metrics.render()
  return { status: 200, contentType, body }
}

/**
 * Probes for operators: liveness, readiness and metrics. They are outside the API, need no session and name no tenant. Ready means that
 * messages can be accepted; a process that cannot accept any answers 503. Any other problem makes it `degraded`, with 200.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  for (const path of PATHS)
    app.get(path, PROBE, async (_request, reply) => {
      const { status, contentType, body } = await answer(path, deps)
      return reply.code(status).header('content-type', contentType).send(body)
    })
}

/** Creates a server only for the probes, for processes without the console. The caller makes it listen. */
export function createProbeServer(deps: ProbeDeps): Server {
  return createServer({ requestTimeout: 10_000, keepAliveTimeout: 5_000 }, (request, reply) => {
    const path = PATHS.find((one) => one === request.url)
    const found = path !== undefined && (request.method === 'GET' || request.method === 'HEAD')
    const send = ({ status, contentType, body }: ProbeAnswer): void => {
      reply.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body)
    }
    if (!found) send(json(404, { status: 'not found' }))
    else answer(path, deps).then(send, () => send(json(500, { status: 'error' })))
  })
}
