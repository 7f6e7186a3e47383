import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerDwAlarms } from './alarm-routes.ts'
import { registerDwCameras } from './camera-routes.ts'
import { registerDwOrganizations } from './organization-routes.ts'
import { registerDwServers, type DwDeps } from './server-routes.ts'
import { dwPasswordContext } from './stored-servers.ts'

/** Looks at systems that one user or token may take, over all operations. */
const LOOKS_PER_MINUTE = 30

export const digitalWatchdogModule: Module<Omit<DwDeps, 'looks'>> = {
  name: 'digital-watchdog',
  tables: {
    dw_organization: { rows: 'kept' },
    dw_server: { rows: 'kept', sealed: { password: dwPasswordContext } },
    dw_camera: { rows: 'kept' },
    dw_alarm: { rows: 'kept' },
  },
  routes(register, needs) {
    const deps = { ...needs, looks: createRateLimiter({ limit: LOOKS_PER_MINUTE, windowMs: 60_000 }) }
    registerDwOrganizations(register, deps)
    registerDwServers(register, deps)
    registerDwCameras(register, deps)
    registerDwAlarms(register, deps)
  },
}
