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
import { startDetectorKeeper } from './modules/detectors/index.ts'
import { createDispatcher, showDeliveries } from './modules/delivery/index.ts'
import { createSmtpPorts, openUnread } from './modules/intake/index.ts'
import { newId } from './platform/ids.ts'
import { StartError } from './platform/start-error.ts'

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

export async function startHttp(container: Container, app: FastifyInstance): Promise<Running> {
  const { host, port } = container.env.http
  await listening('HTTP', host, port, () => app.listen({ host, port }))
  const address = app.server.address()
  if (typeof address === 'object' && address) container.ports.http = address.port
  return { name: 'http', stop: () => app.close() }
}

export async function startSmtp(container: Container): Promise<Running> {
  const { host, port, tls, legacyTls: legacy, ...limits } = container.env.smtp
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
  return { name: 'smtp', stop: () => server.close(10_000) }
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
