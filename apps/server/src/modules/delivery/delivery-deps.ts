import type { Guard, KeptConnections, Mailer } from '@winnow/delivery'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { AnalysisPool } from '@winnow/vision'
import type { AlarmClips, ShownPictures } from '../alarms/index.ts'

export interface DeliveryDeps {
  db: Db
  clock: Clock
  keys: KeyRing
  media: MediaStore
  log: Logger
  guard: Guard
  mailer: Mailer
  /** The connections that receivers keep. Only where messages are sent from the outbox. */
  connections?: KeptConnections
  /** Draws the boxes on the picture of a mail. Without it the picture is sent unchanged. */
  pool: AnalysisPool | undefined
  shown: ShownPictures
  /** Clips of the pictures of alarms, for receivers that ask for them. */
  clips: AlarmClips
  /** The console's address from outside, without a trailing slash. */
  publicUrl: () => string
}
