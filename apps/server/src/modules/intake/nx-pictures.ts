import { performance } from 'node:perf_hooks'
import { type Guard, type NxAddress, openNx, type NxSession } from '@winnow/delivery'
import { readStoredNxEvent } from '@winnow/intake'
import type { Clock } from '../../platform/clock.ts'
import {
  type FetchVmsPictures,
  limitPictures,
  PICTURE_OFFSETS_MS,
  PICTURE_PAUSE_MS,
  PICTURES_MS,
} from './vms-pictures.ts'

/** A configured server of a video system, and how it is reached. */
export interface NxServerEntry {
  id: string
  address: NxAddress
}

/** Finds the configured servers of a system; of all systems of the company for an empty id. */
export type FindNxServers = (companyId: string, systemId: string) => Promise<NxServerEntry[]>

export interface NxPictureDeps {
  findNxServers: FindNxServers
  cameraGuard: Guard
  clock: Clock
}

/** The pictures around a time, as far as there are any. A time that has not come yet has the latest picture. */
async function takePictures(session: NxSession, cameraId: string, at: Date, now: Date) {
  const answers = await Promise.all(
    PICTURE_OFFSETS_MS.map(async (offset) => {
      const time = new Date(at.getTime() + offset)
      return { offset, answer: await session.picture(cameraId, time > now ? undefined : time) }
    }),
  )
  const pictures = answers.flatMap(({ offset, answer }) =>
    answer.ok ? [{ bytes: answer.value, offsetMs: offset - PICTURE_OFFSETS_MS[0] }] : [],
  )
  const failed = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer.code]))
  return { pictures, code: failed[0] }
}

/** Fetches pictures of events from the systems that sent them, once per event and within bounds. */
export function createNxPictures({ findNxServers, cameraGuard, clock }: NxPictureDeps): FetchVmsPictures {
  const pausedUntil = new Map<string, number>()

  async function fromServer({ id, address }: NxServerEntry, cameraId: string, at: Date, signal: AbortSignal) {
    const opened = await openNx(cameraGuard, address, { timeoutMs: PICTURES_MS, signal })
    if (!opened.ok) {
      pausedUntil.set(id, performance.now() + PICTURE_PAUSE_MS)
      return { pictures: [], code: opened.code }
    }
    try {
      const taken = await takePictures(opened.value, cameraId, at, clock.now())
      if (taken.code === 'timeout' || taken.code === 'aborted')
        pausedUntil.set(id, performance.now() + PICTURE_PAUSE_MS)
      return taken
    } finally {
      void opened.value.close()
    }
  }

  async function fetchFor(raw: Uint8Array, companyId: string, receivedAt: Date) {
    const { systemId, cameraId, at } = readStoredNxEvent(raw)
    const servers = await findNxServers(companyId, systemId)
    if (servers.length === 0) return { pictures: [], problem: 'no server of the system is configured' }
    const signal = AbortSignal.timeout(PICTURES_MS)
    let problem = 'the system did not answer a moment ago'
    for (const row of servers) {
      // The time is over. A server that was not asked is not to blame; the next event begins with it.
      if (signal.aborted) break
      if ((pausedUntil.get(row.id) ?? 0) > performance.now()) continue
      // oxlint-disable-next-line no-await-in-loop -- one server is enough, so the next is asked only if this one has no picture
      const { pictures, code } = await fromServer(row, cameraId, at === null ? receivedAt : new Date(at), signal)
      if (pictures.length > 0) return { pictures }
      if (code !== undefined) problem = `pictures could not be fetched (${code})`
    }
    return { pictures: [], problem }
  }

  return limitPictures(fetchFor)
}
