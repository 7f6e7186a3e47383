import { sniffMedia } from '@winnow/intake'
import type { AnalysisPool } from '@winnow/vision'
import { showingOf } from '@winnow/vision/showing'
import type { Clock } from '../../platform/clock.ts'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Platform } from '../../platform/create-platform.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { connectionContext, createIsapiClient, StatusError } from '../connect/index.ts'
import { type FirstPicture, firstPictureKey } from '../tree/index.ts'
import { findLogin, type StoredLogin } from './stored-login.ts'

export interface FirstPictureDeps extends Pick<Platform, 'cameraGuard'> {
  db: Db
  clock: Clock
  log: Logger
  keys: KeyRing
  media: MediaStore
  /** Makes large pictures smaller in a child process. Without it, they are left out. */
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

/** All pictures of a step. A recorder that needs longer is asked for none any more, so that it holds up no job. */
const STEP_MS = 8_000
const LIMITS = { timeoutMs: 5_000, maxResponseBytes: 4 * 1024 * 1024 }
/** The longest side of a picture that is made smaller, in pixels. */
const SIDE = 1_280

const pathOf = ({ maker }: StoredLogin, channel: string): string =>
  maker === 'hikvision' ? `/ISAPI/Streaming/channels/${channel}01/picture` : `/cgi-bin/snapshot.cgi?channel=${channel}`

interface Wanted {
  position: number
  channel: string
  isOnline: boolean | null
}

/** Whether a recorder would not give pictures of other channels either. One without a picture answers with something else, or refuses. */
const isOfAll = (error: unknown): boolean =>
  !(error instanceof ConnectError) ||
  (error.problem !== 'answer' && !(error instanceof StatusError && error.status === 403))

/** Fetches a picture of each new camera as it is now. A camera without one is added all the same, so this throws for no recorder. */
export function createFirstPictures({ db, clock, log, keys, media, pool, cameraGuard }: FirstPictureDeps) {
  /** The jobs whose recorders gave no pictures, of this process. */
  const without = new Set<string>()

  /** Stores a picture as browsers may get it. */
  async function store(bytes: Uint8Array, siteId: string): Promise<FirstPicture | undefined> {
    const showing = showingOf(bytes)
    if (showing === 'never') return undefined
    const isReady = showing === 'as-it-is' && sniffMedia(bytes) === 'image/jpeg'
    const jpeg = isReady ? bytes : await pool?.annotate({ jpeg: bytes, detections: [], maxSide: SIDE })
    if (!jpeg) return undefined
    const takenAt = clock.now()
    const { key } = await media.put(firstPictureKey(siteId, newId(takenAt.getTime())), jpeg)
    return { key, takenAt }
  }

  return async (
    { jobId, companyId, loginId, siteId }: { jobId: string; companyId: string; loginId: string; siteId: string },
    wanted: readonly Wanted[],
  ): Promise<ReadonlyMap<number, FirstPicture>> => {
    const pictures = new Map<number, FirstPicture>()
    const found = without.has(jobId) ? undefined : await inTenant(db, companyId, (tx) => findLogin(tx, loginId))
    if (!found || found.sealed === null) return pictures
    const { login, sealed } = found
    const password = openSecret(keys, sealed, connectionContext(loginId))
    const client = createIsapiClient(cameraGuard, { ...login, password })
    const signal = AbortSignal.timeout(STEP_MS)
    for (const { position, channel, isOnline } of wanted) {
      if (isOnline === false) continue
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another, since recorders take few requests at once
        const picture = await store(await client.fetch(pathOf(login, channel), { ...LIMITS, signal }), siteId)
        if (picture) pictures.set(position, picture)
      } catch (err) {
        if (!isOfAll(err)) continue
        log.info({ err, backgroundJob: jobId }, 'the cameras of a recorder are added without pictures')
        if (without.size > 100) without.clear()
        without.add(jobId)
        break
      }
    }
    return pictures
  }
}
