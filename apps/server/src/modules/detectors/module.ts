import { join } from 'node:path'
import { createAnalysisPool, type AnalysisPool } from '@winnow/vision'
import { packFolder, PUBLISHED_PACKS, type PublishedPack } from '@winnow/vision/packs'
import type { Platform } from '../../platform/create-platform.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Module, Running } from '../../platform/modules/module.ts'
import { detectorJobs } from './detector-jobs.ts'
import { startDetectorKeeper } from './detector-keeper.ts'
import { registerDetectors } from './detector-routes.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { hasBrokenDetector } from './machine-queries.ts'

interface Needs extends Pick<Platform, 'env' | 'db'> {
  pool: AnalysisPool | undefined
  /** The catalogue of known detectors and the function that creates a pool for comparisons. Only tests set them. */
  catalogue?: readonly PublishedPack[]
  makePool?: DetectorsDeps['makePool']
}

interface Services extends Pick<DetectorsDeps, 'packFolder' | 'detectorWork' | 'catalogue' | 'makePool'> {
  /** Whether some process that analyses cannot use one of its detectors. */
  detectorBroken: () => Promise<boolean>
}

export const detectorsModule: Module<DetectorsDeps & Pick<Platform, 'ticker'>, Needs, Services> = {
  name: 'detectors',
  tables: {
    detector: { rows: 'kept', files: { media_key: 'detectors/' } },
    detector_machine: { rows: 'kept' },
    detector_task: { rows: 'kept' },
  },
  make: ({ env, db, pool, catalogue = PUBLISHED_PACKS, makePool = createAnalysisPool }) => ({
    services: {
      packFolder: packFolder(env.dataDir),
      detectorWork: join(env.dataDir, 'detector-work'),
      catalogue,
      makePool,
      detectorBroken: async () =>
        (pool?.stats().modelError ?? null) !== null || (await inSystem(db, hasBrokenDetector)),
    },
  }),
  routes: registerDetectors,
  jobs: detectorJobs,
  work(deps): Running[] {
    const { pool } = deps
    if (!pool) return []
    const keeper = startDetectorKeeper({ ...deps, pool, id: newId() })
    return [{ name: 'detectors', stop: () => keeper.stop() }]
  },
}
