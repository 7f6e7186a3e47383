import type { Register } from '../../platform/http/register.ts'
import { registerInvitations } from './invitation-routes.ts'
import { registerUserRoutes } from './user-routes.ts'
import type { UsersDeps } from './users-deps.ts'

export { resetSuperUser } from './reset-super-user.ts'

export function registerUsers(register: Register, deps: UsersDeps): void {
  registerUserRoutes(register, deps)
  registerInvitations(register, deps)
}
