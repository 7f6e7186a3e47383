import type { FastifyInstance } from 'fastify'
import { createAnonymousLimit } from './platform/http/anonymous-limit.ts'
import { createApp } from './platform/http/create-app.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { createRegister } from './platform/http/register.ts'
import { serveConsole } from './platform/http/serve-console.ts'
import type { Container } from './container.ts'
import { createScopeCheck } from './modules/access/index.ts'
import { registerAlarms } from './modules/alarms/index.ts'
import { registerAudit } from './modules/audit/index.ts'
import { registerCompanies } from './modules/companies/index.ts'
import { registerDelivery } from './modules/delivery/index.ts'
import { registerDetectors } from './modules/detectors/index.ts'
import { registerHome } from './modules/home/index.ts'
import { createAuthenticate, registerIdentity, registerImpersonation } from './modules/identity/index.ts'
import { registerIngest, registerSignals, registerTrials } from './modules/intake/index.ts'
import { registerLearning } from './modules/learning/index.ts'
import { registerLive } from './modules/live/index.ts'
import { registerSso } from './modules/sso/index.ts'
import { registerProbes, registerSystem, type ProbeDeps } from './modules/system/index.ts'
import { registerTokens } from './modules/tokens/index.ts'
import { registerTree } from './modules/tree/index.ts'
import { registerUsers } from './modules/users/index.ts'

/** The HTTP side of the program: every operation of the contract, the probes, the API's description and the console. */
export async function buildApp(
  container: Container,
  options: { consoleRoot: string; probes?: ProbeDeps },
): Promise<FastifyInstance> {
  const { deps } = container
  const app = await createApp({ env: container.env, log: deps.log, metrics: deps.metrics })
  await registerOpenApi(app, container.version)
  const { register } = createRegister(
    app,
    { authenticate: createAuthenticate(deps), ...createScopeCheck(deps.db) },
    createAnonymousLimit(deps.clock),
  )
  registerIdentity(register, deps)
  registerSystem(register, container.system)
  registerTree(register, deps)
  registerIngest(register, deps)
  registerTrials(register, deps)
  registerSignals(register, deps)
  registerAlarms(register, deps)
  registerLearning(register, deps)
  registerHome(register, deps)
  registerDetectors(register, deps)
  registerDelivery(register, deps)
  registerTokens(register, deps)
  registerUsers(register, deps)
  registerCompanies(register, deps)
  registerImpersonation(register, deps)
  registerAudit(register, deps)
  registerSso(register, deps)
  registerLive(register, deps)
  registerProbes(app, options.probes ?? container.probes)
  await serveConsole(app, options.consoleRoot)
  return app
}
