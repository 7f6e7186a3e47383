import { CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import { createFairGate } from '../../../platform/http/fair-gate.ts'
import type { Register } from '../../../platform/http/register.ts'
import type { IdentityDeps } from '../identity-deps.ts'

/** Captchas that are drawn at the same time. Each takes a core for some milliseconds. */
const DRAWN_AT_ONCE = 2
/** Requests that may wait for their captcha. One address can have fewer requests waiting, because of its limit per minute. */
const MAX_WAITING = 2_000

/**
 * Users who share an address with a script need captchas after the script has used up the address's attempts. So the number of captchas
 * per address is not limited. Instead, addresses take turns, and many requests of one address delay only that address.
 */
export function registerCaptcha(register: Register, { captchas, clock }: IdentityDeps): void {
  const turns = createFairGate({ parallel: DRAWN_AT_ONCE, waiting: MAX_WAITING })
  register(getCaptcha, async ({ request, reply }) => {
    const { nonce, picture } = await turns.run(clientKey(request.ip), () => captchas.issue(clock.now()))
    void reply.header(CAPTCHA_NONCE_HEADER, nonce).header('content-type', 'image/png')
    return picture
  })
}
