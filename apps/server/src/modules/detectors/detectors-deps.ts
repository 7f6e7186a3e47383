import type { Guard } from '@winnow/delivery'
import type { AnalysisPool, AnalysisPoolOptions } from '@winnow/vision'
import type { PublishedPack } from '@winnow/vision/packs'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { IngestLimits } from '../intake/index.ts'

export interface DetectorsDeps {
  db: Db
  clock: Clock
  log: Logger
  media: MediaStore
  queue: Queue
  guard: Guard
  limits: Pick<IngestLimits, 'requireRoom'>
  /** Judges alarms; undefined in a process that does not analyse. */
  pool: AnalysisPool | undefined
  /** The packs of this machine, which its analysis processes read. */
  packFolder: string
  /** Where tasks keep what they are working on. */
  detectorWork: string
  /** Packs that are known by name. */
  catalogue: readonly PublishedPack[]
  /** Makes the pool of a comparison. */
  makePool: (options: AnalysisPoolOptions) => AnalysisPool
}
