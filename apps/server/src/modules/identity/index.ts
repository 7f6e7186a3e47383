export { createAuthenticate } from './authenticate.ts'
export { registerIdentity } from './identity-routes.ts'
export { IDLE_HOURS } from './session-cookie.ts'
