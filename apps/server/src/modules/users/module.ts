import type { Platform } from '../../platform/create-platform.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerInvitations } from './invitation-routes.ts'
import { registerUserRoutes } from './user-routes.ts'
import type { UsersDeps } from './users-deps.ts'

const HOUR_MS = 3_600_000

type Services = Pick<UsersDeps, 'blockedMailDomains' | 'invitations'>

export const usersModule: Module<UsersDeps, Pick<Platform, 'env'>, Services> = {
  name: 'users',
  tables: { app_user: { rows: 'kept' }, user_grant: { rows: 'kept' }, invitation: { rows: 'kept' } },
  make: ({ env }) => ({
    services: {
      blockedMailDomains: new Set(env.blockedMailDomains),
      invitations: {
        byCompany: createRateLimiter({ limit: 200, windowMs: HOUR_MS }),
        acceptances: createRateLimiter({ limit: 100, windowMs: HOUR_MS }),
      },
    },
  }),
  routes(register, deps) {
    registerUserRoutes(register, deps)
    registerInvitations(register, deps)
  },
}
