import { Turns } from '@winnow/intake'
import { sql } from 'kysely'
import type { Platform } from '../../platform/create-platform.ts'
import { nodeFileSystem } from '../../platform/media/file-system.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createBytesInFlight } from './bytes-in-flight.ts'
import { createIngestLimits, type IngestLimits } from './ingest-limits.ts'
import type { FetchRecorderPictures, FetchStreamPictures } from './fetched-pictures.ts'
import { registerFrames } from './frame-routes.ts'
import { registerImmix } from './immix-routes.ts'
import { registerTrials } from './ingest-routes.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { createNxPictures, type NxPictureDeps } from './nx-pictures.ts'
import { openUnread } from './open-unread.ts'
import { createReadingMemory } from './reading-memory.ts'
import { createSignalPump, type SignalPump } from './signal-pump.ts'
import { registerSignals, type SignalRouteDeps } from './signal-routes.ts'
import { panelKeyContext } from './panel-key.ts'
import { createPanelCounter, type PanelCounter } from './panel-metrics.ts'
import { registerPanels, type PanelRouteDeps } from './panel-routes.ts'
import type { IngestRouteDeps } from './take-upload.ts'
import type { FetchVmsPictures } from './vms-pictures.ts'
import { registerWaysIn } from './ways-in.ts'

interface Needs extends Pick<
  Platform,
  | 'env'
  | 'db'
  | 'preparedDb'
  | 'clock'
  | 'ticker'
  | 'media'
  | 'log'
  | 'wakes'
  | 'deadline'
  | 'cameraGuard'
  | 'keys'
  | 'metrics'
> {
  /** Sends a message to every open console of this process. */
  hub: { tellAll: (message: { type: 'disk.changed' }) => void }
  onJoined: IntakeDeps['onJoined']
  onTampering: IntakeDeps['onTampering']
  findNxServers: NxPictureDeps['findNxServers']
  fetchMilestonePictures: FetchVmsPictures
  fetchStreamPictures: FetchStreamPictures
  fetchRecorderPictures: FetchRecorderPictures
  /** Counts a message of a camera in another process, and returns whether it is allowed; undefined if no process answers. */
  countMessage?: (camera: string) => Promise<boolean | undefined>
}

/** Number of days for which a message that is sent again is recognised by its key. */
const KEY_DAYS = 7
/** Number of days for which a panel is listed whose account nobody has. */
const UNKNOWN_DAYS = 7

type Own = 'readingMemory' | 'bytesInFlight' | 'turns' | 'onTask' | 'fetchVmsPictures'
interface Services extends Pick<IntakeDeps, Own> {
  limits: IngestLimits
  pump: SignalPump
  panelProblems: PanelCounter
  /** Opens an alarm for each message that was not read in time. @param runsForMs how long this process has been able to read messages */
  openUnread: (runsForMs: number) => Promise<void>
}

const createLimits = ({ env, log, media, ticker, hub, countMessage }: Needs): Promise<IngestLimits> => {
  // The embedded database fills the data folder, even if pictures are stored in another place.
  const places = [() => media.freeBytes()]
  if (env.database.url === undefined) places.push(() => nodeFileSystem.freeBytes(env.dataDir))
  return createIngestLimits({
    places,
    log,
    minFreeDiskMb: env.minFreeDiskMb,
    countElsewhere: countMessage,
    ticker,
    onDiskChanged: () => hub.tellAll({ type: 'disk.changed' }),
  })
}

export const intakeModule: Module<IngestRouteDeps & SignalRouteDeps & PanelRouteDeps, Needs, Services> = {
  name: 'intake',
  tables: {
    // A signal that was not read yet stays, however old it is.
    signal: { rows: [{ kind: 'retention', where: sql`state = 'parsed'` }], files: { raw_key: 'raw/' } },
    panel: { rows: 'kept', sealed: { sealed_key: panelKeyContext } },
    unknown_panel: { rows: [{ kind: 'days', column: 'last_at', days: UNKNOWN_DAYS }] },
    signal_key: { rows: [{ kind: 'days', column: 'created_at', days: KEY_DAYS }] },
  },
  async make(needs) {
    const limits = await createLimits(needs)
    const own: Pick<IntakeDeps, Own> = {
      readingMemory: createReadingMemory(),
      bytesInFlight: createBytesInFlight(),
      turns: new Turns(),
      fetchVmsPictures: { digitalwatchdog: createNxPictures(needs), milestone: needs.fetchMilestonePictures },
      onTask: () => needs.wakes.wake('analysis'),
    }
    const pump = createSignalPump({ ...needs, ...own })
    return {
      services: {
        ...own,
        limits,
        pump,
        panelProblems: createPanelCounter(needs.metrics),
        openUnread: (runsForMs) => openUnread(needs, runsForMs),
      },
      async close() {
        await pump.stop()
        limits.stop()
      },
    }
  },
  routes(register, deps) {
    registerTrials(register, deps)
    registerFrames(register, deps)
    registerSignals(register, deps)
    registerImmix(register)
    registerPanels(register, deps)
  },
  deviceRoutes: registerWaysIn,
}
