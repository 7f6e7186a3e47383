import { CAPTCHA_NONCE_HEADER, getCaptcha } from '@winnow/contract'
import type { Register } from '../../../platform/http/register.ts'
import type { IdentityDeps } from '../identity-deps.ts'

export function registerCaptcha(register: Register, { attempts, captchas, clock }: IdentityDeps): void {
  register(getCaptcha, async ({ request, reply }) => {
    const now = clock.now()
    attempts.captchas.require(request.ip, now)
    const { nonce, picture } = await captchas.issue(now)
    void reply.header(CAPTCHA_NONCE_HEADER, nonce).header('content-type', 'image/png')
    return picture
  })
}
