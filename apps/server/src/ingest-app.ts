import type { FastifyInstance } from 'fastify'
import type { Container } from './container.ts'
import { createGatedRegister } from './gated-register.ts'
import { MODULES } from './modules.ts'
import { createApp } from './platform/http/create-app.ts'

/**
 * The HTTP application that receives alarms. It serves only the API operations that devices use, and accepts only tokens. Browsers send the
 * cookie of the console to every port of the same host; this application ignores it.
 */
export async function buildIngestApp({ deps }: Container): Promise<FastifyInstance> {
  const app = await createApp(deps)
  const register = createGatedRegister(app, deps, {
    wrapAuthenticate: (authenticate) => async (request, isBackground) =>
      /^bearer /i.test(request.headers.authorization ?? '') ? authenticate(request, isBackground) : undefined,
  })
  for (const module of MODULES.parts) module.deviceRoutes?.(register, deps)
  return app
}
