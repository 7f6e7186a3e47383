import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { createDc09Server, createFrontelServer, createFtpServer, createSmtpServer } from '@winnow/intake'
import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import { buildIngestApp } from './ingest-app.ts'
import { startJobWorker } from './modules/background-jobs/index.ts'
import { keepConnectors } from './modules/connect/index.ts'
import { createDc09Ports, createFtpPorts, createSmtpPorts } from './modules/intake/index.ts'
import { createFrontelPorts } from './modules/videofied/index.ts'
import type { IntakePorts } from './processes/intake-requests.ts'
import { createProbeServer, type ProbeDeps } from './modules/system/index.ts'
import { MODULES } from './modules.ts'
import type { TlsFiles } from './platform/env.ts'
import type { Running } from './platform/modules/module.ts'
import { StartError } from './platform/start-error.ts'

/**
 * Time in milliseconds for mails and files in progress to finish when the server closes. A message that is cut off was not acknowledged, so
 * the device sends it again.
 */
const MAIL_CLOSE_MS = 3_000

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
    ...(tls && { tls: { ...(await readTls(tls)), legacy } }),
    turns: container.deps.turns,
    ports: createSmtpPorts(container.deps),
    log: container.deps.log.child({ module: 'smtp' }),
  })
  const bound = await listening('SMTP', host, port, () => server.listen())
  container.ports.smtp = bound.port
  return { name: 'smtp', stop: () => server.close(MAIL_CLOSE_MS) }
}

/** Starts the listener for files by FTP; none where it is switched off. */
export async function startFtp(container: Container): Promise<Running[]> {
  const { ftp } = container.env
  if (!ftp) return []
  const { host, tls, tlsPort, passivePorts, publicAddress } = ftp
  const server = createFtpServer({
    host,
    port: container.ports.ftp,
    ...(tlsPort === undefined ? {} : { implicitPort: container.ports.ftpTls }),
    ...(passivePorts && { passivePorts }),
    ...(publicAddress !== undefined && { publicAddress }),
    ...(tls && { tls: { ...(await readTls(tls)), legacy: ftp.legacyTls } }),
    requireTls: ftp.requireTls,
    maxBytes: MAX_MESSAGE_BYTES,
    maxConnectionsPerAddress: ftp.connectionsPerAddress,
    stepTimeoutMs: ftp.stepSeconds * 1000,
    dataTimeoutMs: ftp.fileSeconds * 1000,
    turns: container.deps.turns,
    ports: createFtpPorts(container.deps),
    log: container.deps.log.child({ module: 'ftp' }),
  })
  const bound = await listening('FTP', host, container.ports.ftp, () => server.listen())
  Object.assign(container.ports, { ftp: bound.port, ftpTls: bound.implicitPort ?? 0 })
  return [{ name: 'ftp', stop: () => server.close(MAIL_CLOSE_MS) }]
}

/** Starts the receiver for panels; none where it is switched off. */
export async function startDc09(container: Container): Promise<Running[]> {
  const { dc09 } = container.env
  if (!dc09) return []
  const server = createDc09Server({
    host: dc09.host,
    port: container.ports.dc09,
    requireEncryption: dc09.requireEncryption,
    maxConnectionsPerAddress: dc09.connectionsPerAddress,
    idleTimeoutMs: dc09.idleSeconds * 1000,
    now: () => container.deps.clock.now(),
    ports: createDc09Ports(container.deps),
    log: container.deps.log.child({ module: 'dc09' }),
  })
  const bound = await listening('panels', dc09.host, container.ports.dc09, () => server.listen())
  container.ports.dc09 = bound.port
  return [{ name: 'dc09', stop: () => server.close(MAIL_CLOSE_MS) }]
}

/** Starts the listener for Videofied panels; none where it is switched off. */
export async function startFrontel(container: Container): Promise<Running[]> {
  const { frontel } = container.env
  if (!frontel) return []
  const server = createFrontelServer({
    host: frontel.host,
    port: container.ports.frontel,
    maxConnectionsPerAddress: frontel.connectionsPerAddress,
    idleTimeoutMs: frontel.idleSeconds * 1000,
    ports: createFrontelPorts(container.deps),
    log: container.deps.log.child({ module: 'frontel' }),
  })
  const bound = await listening('Videofied panels', frontel.host, container.ports.frontel, () => server.listen())
  container.ports.frontel = bound.port
  return [{ name: 'frontel', stop: () => server.close(MAIL_CLOSE_MS) }]
}

const readTls = async ({ keyFile, certFile }: TlsFiles): Promise<{ key: string; cert: string }> => ({
  key: await readFile(keyFile, 'utf8'),
  cert: await readFile(certFile, 'utf8'),
})

/** The ports of the listeners for alarms. */
export const intakePorts = ({ ports: { smtp, ftp, ftpTls, dc09, frontel, ingest } }: Container): IntakePorts => ({
  smtp,
  ftp,
  ftpTls,
  dc09,
  frontel,
  ingest,
})

/** Starts the listeners for alarms: SMTP, FTP, SIA DC-09, Frontel and HTTP. */
export async function startIntake(container: Container): Promise<Running[]> {
  const running: Running[] = []
  try {
    running.push(await startSmtp(container))
    running.push(...(await startFtp(container)))
    running.push(...(await startDc09(container)))
    running.push(...(await startFrontel(container)))
    running.push(await startHttp(container, await buildIngestApp(container), 'ingest'))
    return running
  } catch (error) {
    await Promise.all(running.map((part) => part.stop()))
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

/** Starts to call devices and systems. */
export const startConnect = ({ deps }: Container): Running =>
  keepConnectors(
    deps,
    MODULES.parts.flatMap((module) => module.connectors?.(deps) ?? []),
  )

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
