import { setTimeout as delay } from 'node:timers/promises'
import { type ExacqSession, type Guard, openExacq, type VmsCode } from '@winnow/delivery'
import { createPlaces } from '@winnow/domain'
import type { FetchedMedia } from '@winnow/intake'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { vmsConnectError } from '../digital-watchdog/index.ts'
import {
  type FetchedPictures,
  type FetchRecorderPictures,
  PICTURE_OFFSETS_MS,
  PICTURE_PAUSE_MS,
  PICTURES_MS,
} from '../intake/index.ts'
import { exacqAddressOf, findRecorderOf, noteOutcome, type StoredRecorder } from './stored-recorders.ts'

export interface RecorderPictureDeps {
  preparedDb: Db
  keys: KeyRing
  cameraGuard: Guard
  clock: Clock
  log: Logger
}

/** The part of the time for what was recorded. The rest is for the pictures of now, where a recorder makes exports slowly. */
const CLIP_MS = 3_500
/** Pictures of now, and the time between two. */
const LIVE = { count: 3, everyMs: 400 } as const
/** What happened longer ago is not to be seen now. */
const LIVE_AGE_MS = 30_000
/** Cameras that are asked at the same time in one process. Half of the places are kept for companies that have none. */
const PLACES = { perHolder: 8, total: 32, reserved: 16 }
const MOST_PAUSED = 1_000

const nothing = (problem: string): FetchedPictures => ({ pictures: [], problem })
const [BEFORE_MS, , AFTER_MS] = PICTURE_OFFSETS_MS

/** Waits, but not beyond the signal. */
const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  ms <= 0 ? Promise.resolve() : delay(ms, undefined, { signal }).catch(() => undefined)

/** `isOfCamera`: the recorder answers as it should, but the camera has no picture. */
type Outcome = { media: FetchedMedia[] } | { code: VmsCode | null; isOfCamera?: boolean }

/** Pictures of now. The ones that came are kept if a later one fails. */
async function takeLive(session: ExacqSession, cameraId: string, signal: AbortSignal): Promise<Outcome> {
  const media: FetchedMedia[] = []
  const from = performance.now()
  for (let taken = 0; taken < LIVE.count; taken += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, with a pause between them
    await waitFor(from + taken * LIVE.everyMs - performance.now(), signal)
    const offsetMs = taken === 0 ? 0 : Math.round(performance.now() - from)
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await session.live(cameraId)
    if (!answer.ok) return media.length > 0 ? { media } : { code: answer.code }
    media.push({ bytes: answer.value, offsetMs })
  }
  return { media }
}

/** What was recorded around a time; what is to be seen now where that cannot be had and the time is not long ago. */
async function takeOf(
  session: ExacqSession,
  { cameraId, at, clock }: { cameraId: string; at: Date; clock: Clock },
  signal: AbortSignal,
): Promise<Outcome> {
  const [from, to] = [new Date(at.getTime() + BEFORE_MS), new Date(at.getTime() + AFTER_MS)]
  await waitFor(Math.min(to.getTime() - clock.now().getTime(), AFTER_MS), signal)
  const clip = await session.clip(cameraId, from, to, AbortSignal.any([signal, AbortSignal.timeout(CLIP_MS)]))
  if (clip.ok && clip.value) return { media: [{ bytes: clip.value, offsetMs: 0, isClip: true }] }
  if (Math.abs(clock.now().getTime() - at.getTime()) > LIVE_AGE_MS) return { code: clip.ok ? null : clip.code }
  const live = await takeLive(session, cameraId, signal)
  return 'code' in live && live.code === 'answer' ? { ...live, isOfCamera: clip.ok } : live
}

/** Fetches pictures of exacqVision recorders for alarms of mapped cameras: once for each message, and within bounds. */
export function createRecorderPictures(deps: RecorderPictureDeps): FetchRecorderPictures {
  const { preparedDb, keys, cameraGuard, clock, log } = deps
  const places = createPlaces(PLACES)
  /** Until when a recorder is left alone, and why. One whose login was corrected is another one. */
  const paused = new Map<string, { until: number; problem: string }>()

  function pause(key: string, problem: string): void {
    if (paused.size >= MOST_PAUSED) paused.clear()
    paused.set(key, { until: performance.now() + PICTURE_PAUSE_MS, problem })
  }

  async function ask(row: StoredRecorder, cameraId: string, at: Date): Promise<Outcome> {
    const signal = AbortSignal.timeout(PICTURES_MS)
    const opened = await openExacq(cameraGuard, exacqAddressOf(keys, row), { timeoutMs: PICTURES_MS, signal })
    if (!opened.ok) return opened
    try {
      return await takeOf(opened.value, { cameraId, at, clock }, signal)
    } finally {
      void opened.value.close()
    }
  }

  async function fetchFor(companyId: string, viewId: string, at: Date): Promise<FetchedPictures> {
    const found = await findRecorderOf(preparedDb, companyId, viewId)
    if (!found) return nothing('not-mapped')
    const { row, cameraId } = found
    const key = `${row.id} ${row.host} ${row.port} ${row.password} ${row.fingerprint}`
    const rest = paused.get(key)
    if (rest && rest.until > performance.now()) return nothing(rest.problem)
    const outcome = await ask(row, cameraId, at)
    const code = 'media' in outcome ? null : outcome.code
    // A camera that has no picture says nothing about the others of the recorder.
    const isOfCamera = 'code' in outcome && outcome.isOfCamera === true
    await noteOutcome(preparedDb, row, clock.now(), isOfCamera ? null : code)
    if ('media' in outcome) return { pictures: outcome.media }
    if (code === null) return nothing('not-recorded')
    const { problem } = vmsConnectError(code, row.host)
    if (code !== 'answer') pause(key, problem)
    return nothing(problem)
  }

  return async (viewId, companyId, at) => {
    const leave = places.take(companyId)
    if (!leave) return nothing('busy')
    try {
      return await fetchFor(companyId, viewId, at)
    } catch (error) {
      log.warn({ err: error, viewId }, 'pictures of a recorder could not be fetched')
      return nothing('failed')
    } finally {
      leave()
    }
  }
}
