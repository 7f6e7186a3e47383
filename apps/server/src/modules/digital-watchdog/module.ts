import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { FindNxServers } from '../intake/index.ts'
import { registerDwAlarms } from './alarm-routes.ts'
import { registerDwCameras } from './camera-routes.ts'
import { registerDwOrganizations } from './organization-routes.ts'
import { registerDwServers, type DwDeps } from './server-routes.ts'
import { createNxLogConnector } from './log-connector.ts'
import { createFindNxServers, dwPasswordContext, dwSystems } from './stored-servers.ts'

/** Looks at systems that one user or token may take, over all operations. */
const LOOKS_PER_MINUTE = 30

interface Needs {
  preparedDb: Db
  keys: KeyRing
}
interface Services {
  findNxServers: FindNxServers
}

export const digitalWatchdogModule: Module<Omit<DwDeps, 'looks'> & Needs & Services, Needs, Services> = {
  name: 'digital-watchdog',
  tables: {
    dw_organization: { rows: 'kept' },
    dw_server: { rows: 'kept', sealed: { password: dwPasswordContext } },
    dw_camera: { rows: 'kept' },
    dw_alarm: { rows: 'kept' },
  },
  cameraSystems: dwSystems,
  make: (needs) => ({ services: { findNxServers: createFindNxServers(needs) } }),
  connectors: (deps) => [createNxLogConnector(deps)],
  routes(register, needs) {
    const deps = { ...needs, looks: createRateLimiter({ limit: LOOKS_PER_MINUTE, windowMs: 60_000 }) }
    registerDwOrganizations(register, deps)
    registerDwServers(register, deps)
    registerDwCameras(register, deps)
    registerDwAlarms(register, deps)
  },
}
