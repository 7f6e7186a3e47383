import type { AnalysisPool } from '@winnow/vision'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { ShownPictures } from './shown-picture.ts'
import type { Thumbnails } from './thumbnails.ts'

export interface AlarmDeps {
  db: Db
  clock: Clock
  media: MediaStore
  keys: KeyRing
  log: Logger
  shown: ShownPictures
  thumbnails: Thumbnails
  /** Draws boxes on pictures. Without it, downloads have only the pictures as received. */
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}
