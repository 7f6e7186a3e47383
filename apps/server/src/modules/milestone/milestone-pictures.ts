import { type Guard, openXprotect, transportCodeOf, type VmsCode } from '@winnow/delivery'
import { readStoredXprotectEvent, type VmsPicture } from '@winnow/intake'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import {
  type FetchVmsPictures,
  limitPictures,
  PICTURE_OFFSETS_MS,
  PICTURE_PAUSE_MS,
  PICTURES_MS,
} from '../intake/index.ts'
import type { FindMilestone } from './stored-system.ts'
import { ImageServerError, takePictures } from './take-pictures.ts'

interface MilestonePictureDeps {
  preparedDb: Db
  findMilestone: FindMilestone
  cameraGuard: Guard
  clock: Clock
}

/** How long a token of the recording servers is used. It is valid for hours, and the password may have been changed. */
const TOKEN_MS = 300_000
/** Systems whose tokens are remembered, and servers that are left alone. */
const MOST_REMEMBERED = 1_000
/** What happened longer ago is not to be seen now. */
const LIVE_AGE_MS = 30_000

type Found = NonNullable<Awaited<ReturnType<FindMilestone>>>
type Outcome = { pictures: VmsPicture[] } | { code: VmsCode }

/** Remembers values for a time. */
function createMemory<T>(ms: number) {
  const kept = new Map<string, { value: T; until: number }>()
  return {
    get(key: string): T | undefined {
      const entry = kept.get(key)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    set(key: string, value: T): void {
      kept.delete(key)
      kept.set(key, { value, until: performance.now() + ms })
      if (kept.size > MOST_REMEMBERED) kept.delete(kept.keys().next().value ?? '')
    },
    forget: (key: string): void => void kept.delete(key),
  }
}

const findRecorderId = async (db: Db, companyId: string, systemId: string, cameraId: string): Promise<string> => {
  const [row] = await inSystemAtOnce(
    db,
    sql<{
      id: string
    }>`select server_id as id from dw_camera where company_id = ${companyId} and system_id = ${systemId}
      and camera_id = ${cameraId} and vendor = 'milestone'`.compile(db),
  )
  return row?.id ?? ''
}

/** Gets the tokens of recording servers, and remembers them for a while. */
function createTokens(cameraGuard: Guard) {
  const tokens = createMemory<string>(TOKEN_MS)
  const keyOf = ({ row }: Found): string => `${row.id} ${row.password}`
  return {
    async get(found: Found, signal: AbortSignal): Promise<{ token: string } | { code: VmsCode }> {
      const known = tokens.get(keyOf(found))
      if (known !== undefined) return { token: known }
      const opened = await openXprotect(cameraGuard, found.address, { timeoutMs: PICTURES_MS, signal })
      if (!opened.ok) return { code: opened.code }
      const answer = await opened.value.imageToken()
      if (!answer.ok) return { code: answer.code }
      tokens.set(keyOf(found), answer.value)
      return { token: answer.value }
    },
    forget: (found: Found): void => tokens.forget(keyOf(found)),
  }
}

/** An event for which pictures are wanted. */
interface Event {
  cameraId: string
  recorderId: string
  at: Date
}

/** Fetches pictures of events from the recording servers of XProtect, once per event and within bounds. */
export function createMilestonePictures({
  preparedDb,
  findMilestone,
  cameraGuard,
  clock,
}: MilestonePictureDeps): FetchVmsPictures {
  const tokens = createTokens(cameraGuard)
  const paused = createMemory<true>(PICTURE_PAUSE_MS)

  async function fromRecorder(
    found: Found,
    { recorderId, cameraId, at }: Event,
    signal: AbortSignal,
  ): Promise<Outcome> {
    // A system with one recording server has all cameras there.
    const { recorders } = found.row
    const recorder =
      recorders.find(({ id }) => id === recorderId) ?? (recorders.length === 1 ? recorders[0] : undefined)
    if (!recorder) return { code: 'unresolvable' }
    if (recorder.isSecure && recorder.fingerprint === null) return { code: 'tls' }
    const granted = await tokens.get(found, signal)
    if ('code' in granted) return granted
    const wanted = {
      cameraId,
      token: granted.token,
      times: PICTURE_OFFSETS_MS.map((offset) => new Date(at.getTime() + offset)),
      mayBeLive: Math.abs(clock.now().getTime() - at.getTime()) < LIVE_AGE_MS,
    }
    try {
      const address = { ...recorder, fingerprint: recorder.fingerprint ?? '' }
      return { pictures: await takePictures(cameraGuard, address, wanted, signal) }
    } catch (error) {
      if (!(error instanceof ImageServerError)) return { code: transportCodeOf(error) }
      // A token that is not accepted any more is asked for anew for the next event.
      if (error.reason === 'login') tokens.forget(found)
      return { code: error.reason }
    }
  }

  return limitPictures(async (raw, companyId) => {
    const { cameraId, at } = readStoredXprotectEvent(raw)
    const found = await findMilestone(companyId)
    if (!found) return { pictures: [], problem: 'no system is configured' }
    const recorderId = await findRecorderId(preparedDb, companyId, found.row.system_id, cameraId)
    const key = `${found.row.id} ${recorderId}`
    if (paused.get(key)) return { pictures: [], problem: 'the system did not answer a moment ago' }
    const event = { cameraId, recorderId, at: new Date(at) }
    const outcome = await fromRecorder(found, event, AbortSignal.timeout(PICTURES_MS))
    if ('code' in outcome) {
      paused.set(key, true)
      return { pictures: [], problem: `pictures could not be fetched (${outcome.code})` }
    }
    return outcome.pictures.length > 0 ? outcome : { pictures: [], problem: 'nothing was recorded at this time' }
  })
}
