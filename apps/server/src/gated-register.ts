import type { FastifyInstance } from 'fastify'
import { createScopeCheck } from './modules/access/index.ts'
import { recordCarried } from './modules/audit/index.ts'
import { createAuthenticate } from './modules/identity/index.ts'
import { publishLive } from './modules/live/index.ts'
import type { Platform } from './platform/create-platform.ts'
import { createAnonymousLimit } from './platform/http/anonymous-limit.ts'
import type { Gatekeeper } from './platform/http/gate.ts'
import type { HandlerWatch } from './platform/http/handlers.ts'
import { createRegister, type Register } from './platform/http/register.ts'

type Authenticate = Gatekeeper['authenticate']

/**
 * The `register` function of an application, with our access checks, our audit log and our live messages.
 * @param options.wrapAuthenticate restricts which requests are authenticated
 */
export function createGatedRegister(
  app: FastifyInstance,
  platform: Platform,
  options: { watch?: HandlerWatch | undefined; wrapAuthenticate?: (authenticate: Authenticate) => Authenticate } = {},
): Register {
  const { wrapAuthenticate = (authenticate: Authenticate) => authenticate, watch } = options
  const { register } = createRegister(
    app,
    { authenticate: wrapAuthenticate(createAuthenticate(platform)), ...createScopeCheck(platform.db) },
    createAnonymousLimit(platform),
    { ...platform, recordAudit: recordCarried, publishLive, watch },
  )
  return register
}
