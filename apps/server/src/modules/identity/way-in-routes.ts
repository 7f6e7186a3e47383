import { checkUser, checkUserByEmail } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { Register } from '../../platform/http/register.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { LoginElsewhere } from './way-in.ts'

export function registerWaysIn(register: Register, deps: IdentityDeps): void {
  const look = (email: string, start: LoginElsewhere) => {
    deps.attempts.lookups.require(start.request.ip, deps.clock.now())
    return deps.findWayIn(normalizeMailAddress(email), start)
  }
  register(checkUserByEmail, async ({ query, request, reply }) => look(query.email, { ...query, request, reply }))
  register(checkUser, async ({ params, query, request, reply }) => look(params.id, { ...query, request, reply }))
}
