import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { FetchRecorderPictures } from '../intake/index.ts'
import { registerExacqCameras } from './camera-routes.ts'
import { createRecorderPictures, type RecorderPictureDeps } from './recorder-pictures.ts'
import { type ExacqDeps, registerExacqRecorders } from './recorder-routes.ts'
import { exacqPasswordContext, exacqSystems } from './stored-recorders.ts'

/** Looks at recorders that one user or token may take, over all operations. */
const LOOKS_PER_MINUTE = 30

interface Services {
  fetchRecorderPictures: FetchRecorderPictures
}

export const exacqModule: Module<Omit<ExacqDeps, 'looks'> & Services, RecorderPictureDeps, Services> = {
  name: 'exacq',
  tables: { exacq_recorder: { rows: 'kept', sealed: { password: exacqPasswordContext } } },
  cameraSystems: exacqSystems,
  make: (needs) => ({ services: { fetchRecorderPictures: createRecorderPictures(needs) } }),
  routes(register, needs) {
    const deps = { ...needs, looks: createRateLimiter({ limit: LOOKS_PER_MINUTE, windowMs: 60_000 }) }
    registerExacqRecorders(register, deps)
    registerExacqCameras(register, deps)
  },
}
