import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { createSmtpServer } from '@winnow/intake'
import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import {
  createAnalysisWorker,
  startAnalysisHeartbeat,
  startDeadlineSweeper,
  showBacklogs,
} from './modules/analysis/index.ts'
import { buildIngestApp } from './ingest-app.ts'
import { startDetectorKeeper } from './modules/detectors/index.ts'
import { createDispatcher, showDeliveries } from './modules/delivery/index.ts'
import { createSmtpPorts, openUnread } from './modules/intake/index.ts'
import { createProbeServer, type ProbeDeps } from './modules/system/index.ts'
import { newId } from './platform/ids.ts'
import { StartError } from './platform/start-error.ts'

/** Messages under way are given so long; what is cut off then was not acknowledged, and comes again. */
const SMTP_CLOSE_MS = 5_000

/** Something that was started; stopping it lets it finish what it has begun. */
export interface Running {
  name: string
  stop(): Promise<void>
}

/** Begins to listen, or says in one line why that cannot be. */
async function listening<T>(what: string, host: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} for ${what} is in use already. Stop what uses it, or choose another port in the settings.`,
      )
    if (code === 'EACCES') throw new StartError(`Port ${port} for ${what} may not be used by this user.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host} for ${what} to listen on.`)
    throw error
  }
}

/** Takes requests for the console and the API, or for alarms by HTTP. */
export async function startHttp(
  container: Container,
  app: FastifyInstance,
  which: 'http' | 'ingest' = 'http',
): Promise<Running> {
  const { host } = container.env[which]
  const port = container.ports[which]
  await listening(which === 'http' ? 'HTTP' : 'alarms by HTTP', host, port, () => app.listen({ host, port }))
  const address = app.server.address()
  if (typeof address === 'object' && address) container.ports[which] = address.port
  return { name: which, stop: () => app.close() }
}

export async function startSmtp(container: Container): Promise<Running> {
  const { host, tls, legacyTls: legacy, ...limits } = container.env.smtp
  const port = container.ports.smtp
  const server = createSmtpServer({
    host,
    port,
    maxBytes: MAX_MESSAGE_BYTES,
    authOptional: true,
    requireTlsForAuth: limits.authNeedsTls,
    maxConnectionsPerAddress: limits.connectionsPerAddress,
    idleTimeoutMs: limits.idleSeconds * 1000,
    stepTimeoutMs: limits.stepSeconds * 1000,
    dataTimeoutMs: limits.messageSeconds * 1000,
    ...(tls
      ? { tls: { key: await readFile(tls.keyFile, 'utf8'), cert: await readFile(tls.certFile, 'utf8'), legacy } }
      : {}),
    ports: createSmtpPorts(container.deps),
    log: container.deps.log.child({ module: 'smtp' }),
  })
  const bound = await listening('SMTP', host, port, () => server.listen())
  container.ports.smtp = bound.port
  return { name: 'smtp', stop: () => server.close(SMTP_CLOSE_MS) }
}

/** Alarms by mail and by HTTP. */
export async function startIntake(container: Container): Promise<Running[]> {
  const smtp = await startSmtp(container)
  try {
    return [smtp, await startHttp(container, await buildIngestApp(container), 'ingest')]
  } catch (error) {
    await smtp.stop()
    throw error
  }
}

/** /healthz, /readyz and /metrics, whatever the roles. */
export async function startProbes(container: Container, deps: ProbeDeps): Promise<Running> {
  const { host } = container.env.probes
  const server = createProbeServer(deps)
  await listening('probes', host, container.ports.probes, async () => {
    server.listen(container.ports.probes, host)
    await once(server, 'listening')
  })
  const address = server.address()
  if (typeof address === 'object' && address) container.ports.probes = address.port
  return {
    name: 'probes',
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Analysis and delivery. */
export async function startWorker(container: Container): Promise<Running[]> {
  const { deps } = container
  const { pool } = deps
  const running: Running[] = []
  if (pool) {
    const worker = createAnalysisWorker({ ...deps, pool, metrics: deps.analysisMetrics })
    container.wakes.on('analysis', () => worker.wake())
    const heartbeat = startAnalysisHeartbeat({ ...deps, id: newId() })
    const detectors = startDetectorKeeper({ ...deps, pool, id: newId() })
    running.push(
      { name: 'analysis', stop: () => worker.stop() },
      { name: 'heartbeat', stop: () => heartbeat.stop() },
      { name: 'detectors', stop: () => detectors.stop() },
    )
  }
  const dispatcher = createDispatcher(deps)
  container.wakes.on('delivery', () => dispatcher.wake())
  running.push({ name: 'delivery', stop: () => dispatcher.stop() })
  return running
}

/** Needs nothing but the database, and neither intake nor console: no alarm waits for a worker that is not there. */
export function startSweeper({ deps }: Container): Running {
  const startedAt = performance.now()
  showBacklogs(deps)
  showDeliveries(deps)
  const sweeper = startDeadlineSweeper({
    ...deps,
    metrics: deps.analysisMetrics,
    openUnread: () => openUnread(deps, performance.now() - startedAt),
  })
  return { name: 'deadlines', stop: () => sweeper.stop() }
}
