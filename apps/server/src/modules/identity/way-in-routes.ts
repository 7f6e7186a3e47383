import { checkUser, checkUserByEmail } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { Register } from '../../platform/http/register.ts'
import { captchaOf, requireCaptcha } from './captcha/require-captcha.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { LoginElsewhere } from './way-in.ts'

export function registerWaysIn(register: Register, deps: IdentityDeps): void {
  const look = async (email: string, start: LoginElsewhere) => {
    const { request } = start
    const now = deps.clock.now()
    // Every login of the console starts here. An address with many requests gets a captcha instead of a refusal, so that its other users
    // can log in.
    if (!deps.attempts.lookups.take(request.ip, now)) await requireCaptcha(deps.captchas, captchaOf(request), now)
    return deps.findWayIn(normalizeMailAddress(email), start)
  }
  register(checkUserByEmail, async ({ query, request, reply }) => look(query.email, { ...query, request, reply }))
  register(checkUser, async ({ params, query, request, reply }) => look(params.id, { ...query, request, reply }))
}
