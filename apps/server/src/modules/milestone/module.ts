import type { Guard } from '@winnow/delivery'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { FetchVmsPictures } from '../intake/index.ts'
import { registerMilestoneCameras } from './camera-routes.ts'
import { createMilestoneConnector } from './milestone-connector.ts'
import { createMilestonePictures } from './milestone-pictures.ts'
import { createFindMilestone, type FindMilestone, milestonePasswordContext, milestoneSystems } from './stored-system.ts'
import { type MilestoneDeps, registerMilestoneSystem } from './system-routes.ts'

/** Looks at systems that one user or token may take, over all operations. */
const LOOKS_PER_MINUTE = 30

interface Needs {
  preparedDb: Db
  keys: KeyRing
  cameraGuard: Guard
  clock: Clock
}
interface Services {
  findMilestone: FindMilestone
  fetchMilestonePictures: FetchVmsPictures
}

export const milestoneModule: Module<Omit<MilestoneDeps, 'looks'> & Needs & Services, Needs, Services> = {
  name: 'milestone',
  tables: { milestone_system: { rows: 'kept', sealed: { password: milestonePasswordContext } } },
  cameraSystems: milestoneSystems,
  make(needs) {
    const findMilestone = createFindMilestone(needs)
    return {
      services: { findMilestone, fetchMilestonePictures: createMilestonePictures({ ...needs, findMilestone }) },
    }
  },
  connectors: (deps) => [createMilestoneConnector(deps)],
  routes(register, needs) {
    const deps = { ...needs, looks: createRateLimiter({ limit: LOOKS_PER_MINUTE, windowMs: 60_000 }) }
    registerMilestoneSystem(register, deps)
    registerMilestoneCameras(register, deps)
  },
}
