import { checkUser, checkUserByEmail } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import type { Register } from '../../platform/http/register.ts'
import type { IdentityDeps } from './identity-deps.ts'

export function registerWaysIn(register: Register, deps: IdentityDeps): void {
  const look = (email: string, request: FastifyRequest) => {
    deps.attempts.lookups.require(request.ip, deps.clock.now())
    return deps.findWayIn(normalizeMailAddress(email))
  }
  register(checkUserByEmail, async ({ query, request }) => look(query.email, request))
  register(checkUser, async ({ params, request }) => look(params.id, request))
}
