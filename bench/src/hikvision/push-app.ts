import { createApp } from '@winnow/server/src/platform/http/create-app.ts'
import { createRegister } from '@winnow/server/src/platform/http/register.ts'
import type { Logger } from '@winnow/server/src/platform/log.ts'
import { createMetrics } from '@winnow/server/src/platform/metrics.ts'
import { registerPushes } from '@winnow/server/src/modules/intake/push-routes.ts'

const MANY = 100_000

/** Pushes are open to whoever knows an address, so nothing is asked of the gate. */
const unused = (): Promise<never> => Promise.reject(new Error('a push asks for no rights'))

/** The HTTP application of the product with the routes to which devices push, each with all checks that it has there. */
export function createPushApp(deps: Parameters<typeof registerPushes>[1], log: Logger) {
  const http = {
    host: '127.0.0.1',
    port: 0,
    insecure: true,
    trustedProxies: [],
    connections: { total: MANY, perAddress: MANY },
  }
  const made = createApp({ env: { http, guideHosts: [] }, log, metrics: createMetrics() })
  return {
    async listen(): Promise<{ port: number }> {
      const app = await made
      const gate = {
        authenticate: async () => undefined,
        companiesOf: unused,
        permissionsOn: unused,
        grantsAnywhere: unused,
      }
      const { register } = createRegister(app, gate, { require: () => undefined })
      registerPushes(register, deps)
      return { port: Number(new URL(await app.listen({ host: http.host, port: 0 })).port) }
    },
    close: async (): Promise<void> => (await made).close(),
  }
}
