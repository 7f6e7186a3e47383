import type { Register } from '../../platform/http/register.ts'
import { registerSsoIdentities } from './identity-list-routes.ts'
import { registerSsoSettings } from './settings-routes.ts'
import type { SsoDeps } from './sso-deps.ts'
import { registerSsoStart } from './sso-routes.ts'
import { registerSsoTrial } from './trial-routes.ts'

export { ssoMailJobs } from './connect-mails.ts'
export { sealedClientSecrets } from './connection-queries.ts'
export { createSsoProvider } from './provider.ts'
export { createSingleSignOn } from './single-sign-on.ts'

export function registerSso(register: Register, deps: SsoDeps): void {
  registerSsoStart(register, deps)
  registerSsoSettings(register, deps)
  registerSsoTrial(register, deps)
  registerSsoIdentities(register, deps)
}
