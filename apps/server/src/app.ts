import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import { createGatedRegister } from './gated-register.ts'
import { registerProbes, type ProbeDeps } from './modules/system/index.ts'
import { MODULES } from './modules.ts'
import { createApp } from './platform/http/create-app.ts'
import type { HandlerWatch } from './platform/http/handlers.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { serveConsole } from './platform/http/serve-console.ts'

/** The HTTP application: every operation of the contract, the probes, the API description and the console. */
export async function buildApp(
  { deps }: Container,
  options: { consoleRoot: string; probes?: ProbeDeps; watch?: HandlerWatch },
): Promise<FastifyInstance> {
  const app = await createApp(deps)
  await registerOpenApi(app, deps.version)
  const register = createGatedRegister(app, deps, { watch: options.watch })
  for (const module of MODULES.parts) {
    module.routes?.(register, deps)
    module.deviceRoutes?.(register, deps)
  }
  registerProbes(app, options.probes ?? deps.probes)
  await serveConsole(app, options.consoleRoot)
  return app
}
