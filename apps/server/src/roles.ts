import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { createSmtpServer } from '@winnow/intake'
import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import { buildIngestApp } from './ingest-app.ts'
import { startJobWorker } from './modules/background-jobs/index.ts'
import { createSmtpPorts } from './modules/intake/index.ts'
import { createProbeServer, type ProbeDeps } from './modules/system/index.ts'
import { MODULES } from './modules.ts'
import type { Running } from './platform/modules/module.ts'
import { StartError } from './platform/start-error.ts'

/**
 * Time in milliseconds for SMTP messages in progress to finish when the server closes. A message that is cut off was not acknowledged, so
 * the device sends it again.
 */
const SMTP_CLOSE_MS = 3_000

export type { Running } from './platform/modules/module.ts'

/** Starts to listen. If the port or the address cannot be used, it throws a StartError with one line that states the reason. */
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

/** Starts the HTTP server for the console and the API, or the HTTP server for alarms. */
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
    turns: container.deps.turns,
    ports: createSmtpPorts(container.deps),
    log: container.deps.log.child({ module: 'smtp' }),
  })
  const bound = await listening('SMTP', host, port, () => server.listen())
  container.ports.smtp = bound.port
  return { name: 'smtp', stop: () => server.close(SMTP_CLOSE_MS) }
}

/** Starts the listeners for alarms: SMTP and HTTP. */
export async function startIntake(container: Container): Promise<Running[]> {
  const smtp = await startSmtp(container)
  try {
    return [smtp, await startHttp(container, await buildIngestApp(container), 'ingest')]
  } catch (error) {
    await smtp.stop()
    throw error
  }
}

/** Serves /healthz, /readyz and /metrics, whatever the roles are. */
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

/** Starts the continuous work of a worker: analysis, delivery, detectors. */
export const startWorker = (container: Container): Running[] => [
  ...MODULES.parts.flatMap((module) => module.work?.(container.deps) ?? []),
  startBackgroundJobs(container),
]

/** Starts to work on background jobs of the kinds that the modules have. */
export function startBackgroundJobs({ deps }: Container): Running {
  const kinds = MODULES.parts.flatMap((module) => module.backgroundJobs?.(deps) ?? [])
  const worker = startJobWorker(deps, kinds)
  deps.wakes.on('jobs', () => worker.wake())
  return { name: 'background jobs', stop: () => worker.stop() }
}

/** Starts the work of every process, whatever its roles are. The most important part is the deadline of alarms. */
export const startEverywhere = ({ deps }: Container): Running[] =>
  MODULES.parts.flatMap((module) => module.workEverywhere?.(deps) ?? [])
