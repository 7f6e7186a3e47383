import { CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import { createFairGate } from '../../../platform/http/fair-gate.ts'
import type { Register } from '../../../platform/http/register.ts'
import type { IdentityDeps } from '../identity-deps.ts'

/** Each one takes some milliseconds of a core. */
const DRAWN_AT_ONCE = 2
/** Requests that may wait to be drawn. Those of one address are fewer, because of its limit per minute. */
const MAX_WAITING = 2_000

/**
 * A captcha is the way past a limit that a script has used up, so the number of captchas per address is not limited. Instead, addresses
 * take turns, and a flood waits in its own queue.
 */
export function registerCaptcha(register: Register, { captchas, clock }: IdentityDeps): void {
  const turns = createFairGate({ parallel: DRAWN_AT_ONCE, waiting: MAX_WAITING })
  register(getCaptcha, async ({ request, reply }) => {
    const { nonce, picture } = await turns.run(clientKey(request.ip), () => captchas.issue(clock.now()))
    void reply.header(CAPTCHA_NONCE_HEADER, nonce).header('content-type', 'image/png')
    return picture
  })
}
