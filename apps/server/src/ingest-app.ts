import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import { createScopeCheck } from './modules/access/index.ts'
import { createAuthenticate } from './modules/identity/index.ts'
import { registerIngest } from './modules/intake/index.ts'
import { createAnonymousLimit } from './platform/http/anonymous-limit.ts'
import { createApp } from './platform/http/create-app.ts'
import { createRegister } from './platform/http/register.ts'

/**
 * What listens for alarms by HTTP: the operations that devices use, and nothing else of the API. Only tokens open it. Browsers send the
 * console's cookie to every port of its host, and here it means nothing.
 */
export async function buildIngestApp({ env, deps }: Container): Promise<FastifyInstance> {
  const app = await createApp({ env, log: deps.log, metrics: deps.metrics })
  const authenticate = createAuthenticate(deps)
  const { register } = createRegister(
    app,
    {
      authenticate: async (request, isBackground) =>
        /^bearer /i.test(request.headers.authorization ?? '') ? authenticate(request, isBackground) : undefined,
      ...createScopeCheck(deps.db),
    },
    createAnonymousLimit(deps.clock),
  )
  registerIngest(register, deps)
  return app
}
