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
  /** The pool that analyses alarms; undefined in a process that does not analyse. */
  pool: AnalysisPool | undefined
  /** The folder of packs on this machine, which its analysis processes read. */
  packFolder: string
  /** The folder for files of running tasks. */
  detectorWork: string
  /** Packs of the catalogue. */
  catalogue: readonly PublishedPack[]
  /** Creates the pool for a comparison. */
  makePool: (options: AnalysisPoolOptions) => AnalysisPool
}
