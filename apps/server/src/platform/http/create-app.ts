import { readFile } from 'node:fs/promises'
import cookie from '@fastify/cookie'
import { API_BASE, BODY_LIMITS } from '@winnow/contract'
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { WAIT_SECONDS } from '../metrics.ts'
import { installErrorHandler, toErrorBody } from './error-handler.ts'
import { limitConnections } from './limit-connections.ts'
import { installJsonParser } from './parse-json.ts'
import { overrideConstraint } from './override-constraint.ts'
import { requestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

export interface AppOptions {
  env: Pick<Env, 'http' | 'publicUrl' | 'guideHosts'>
  log: Logger
  metrics: Metrics
}

async function tlsOptions(env: AppOptions['env']) {
  const { tls } = env.http
  return tls ? { https: { cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) } } : {}
}

/** Creates the HTTP server with everything common to all requests. Operations are registered on it afterwards. */
export async function createApp({ env, log, metrics }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(await tlsOptions(env)),
    loggerInstance: log.child({ module: 'http' }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // Requests that fail before a route is found (for example with a path that cannot be decoded) get the same error body as all others.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = toErrorBody(error, request.id)
      void (reply as unknown as FastifyReply).header('x-request-id', request.id).code(status).send(body)
    },
    trustProxy: env.http.trustedProxies.length > 0 ? env.http.trustedProxies : false,
    // Operations have their own limits. This limit applies to unknown paths.
    bodyLimit: BODY_LIMITS.open,
    // Connections of slow senders are closed; an upload has five minutes.
    connectionTimeout: 0,
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    routerOptions: { constraints: { override: overrideConstraint }, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  app.decorate('publicIsTls', URL.parse(env.publicUrl ?? '')?.protocol === 'https:')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { connections, trustedProxies } = env.http
  limitConnections(app.server, { ...connections, trustedProxies, log, metrics })
  installErrorHandler(app, log)
  installJsonParser(app)
  await app.register(cookie)
  const protect = securityHeaders({ tls: env.http.tls !== undefined, frameHosts: env.guideHosts })
  const seconds = metrics.histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by operation and status',
    labels: ['operation', 'status'],
    buckets: WAIT_SECONDS,
  })
  app.addHook('onRequest', async (request, reply) => {
    protect(reply.raw)
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.schema?.operationId
    if (operation === undefined) return
    seconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    log.debug(
      { operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime), requestId: request.id },
      'request',
    )
  })
  return app
}

/** Whether a path belongs to the API and gets JSON instead of the console's page. */
export const isApiPath = (url: string): boolean => url === API_BASE || url.startsWith(`${API_BASE}/`)
