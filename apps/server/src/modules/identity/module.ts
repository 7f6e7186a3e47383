import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createCaptchaChallenges, type CaptchaChallenges } from './captcha/captcha-challenges.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { registerIdentity } from './identity-routes.ts'
import { registerImpersonation } from './impersonation-routes.ts'
import { createLoginLimits, type LoginLimits } from './login-limits.ts'
import { secondFactorMailJobs } from './second-factor/second-factor-mails.ts'
import { passwordMailJobs, type PasswordMailDeps } from './send-password-mails.ts'
import { isInUse } from './session-limits.ts'
import { identityTables } from './tables.ts'

interface Needs extends Pick<Platform, 'db' | 'keys'> {
  /** Chooses the text of captchas. Tests pass their own, since they cannot read pictures. */
  captchaText?: () => string
}

interface Services {
  attempts: LoginLimits
  captchas: CaptchaChallenges
  isInUse: typeof isInUse
}

export const identityModule: Module<IdentityDeps & PasswordMailDeps, Needs, Services> = {
  name: 'identity',
  tables: identityTables,
  make: ({ db, keys, captchaText }) => ({
    services: {
      attempts: createLoginLimits(),
      captchas: createCaptchaChallenges({ db, keys }, captchaText ? { text: captchaText } : {}),
      isInUse,
    },
  }),
  routes(register, deps) {
    registerIdentity(register, deps)
    registerImpersonation(register, deps)
  },
  jobs: (deps) => [...passwordMailJobs(deps), ...secondFactorMailJobs(deps)],
}
