import { setTimeout as delay } from 'node:timers/promises'
import type { Guard, GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { jsonOf } from '../http-answer.ts'
import { failed, failureIn, httpsBase, type VmsAddress, type VmsAnswer } from '../vms-answer.ts'
import { type ExacqConfig, isJpeg, isMp4, readConfig, readExport, readProgress, readSession } from './read-exacq.ts'

/** A Web Service, and which of the servers behind it. */
export interface ExacqAddress extends VmsAddress {
  serverNumber: number
}

/** A login at a server behind an exacqVision Web Service. */
export interface ExacqSession {
  config(): Promise<VmsAnswer<ExacqConfig>>
  /** The picture of a camera as it is now, as JPEG. */
  live(cameraId: string): Promise<VmsAnswer<Uint8Array>>
  /** What was recorded of a camera in a time, as MP4; null if nothing was. */
  clip(cameraId: string, from: Date, to: Date, signal?: AbortSignal): Promise<VmsAnswer<Uint8Array | null>>
  /** Gives the session back. Never throws. */
  close(): Promise<void>
}

interface Options {
  timeoutMs?: number
  signal?: AbortSignal
}
/** Calls a page of the API. */
type Call = (page: string, request?: GuardedRequest) => Promise<GuardedResponse>

const TIMEOUT_MS = 10_000
const GOODBYE_MS = 2_000
const MAX_ANSWER = 8 * 1024 * 1024
const MAX_PICTURE = 16 * 1024 * 1024
/** Between two looks at an export that is being made. */
const LOOK_PAUSE_MS = 250
const MOST_LOOKS = 100

/** A time as the service takes it: in whole seconds. */
const timeIn = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
const timesIn = (from: Date, to: Date): string =>
  `start=${timeIn(Math.floor(from.getTime() / 1_000))}&end=${timeIn(Math.ceil(to.getTime() / 1_000))}`

async function logIn(call: Call, { user, password, serverNumber }: ExacqAddress): Promise<VmsAnswer<string>> {
  const response = await call('login.web', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ s: String(serverNumber), u: user, p: password, responseVersion: '2' }).toString(),
  })
  const failure = failureIn(response)
  if (failure || !response.ok) return failure ?? failed('answer')
  const read = readSession(jsonOf(response))
  if (read === 'refused') return failed('login')
  return read ? { ok: true, value: read.session } : failed('answer')
}

/** The bytes of an answer, if they are what they should be. */
function bytesOf(response: GuardedResponse, isRight: (bytes: Uint8Array) => boolean): VmsAnswer<Uint8Array> {
  const failure = failureIn(response)
  if (failure || !response.ok) return failure ?? failed('answer')
  return isRight(response.body) && !response.truncated ? { ok: true, value: response.body } : failed('answer')
}

/** Waits for an export, and gets it. */
async function getExport(call: Call, id: string, signal: AbortSignal | undefined): Promise<VmsAnswer<Uint8Array>> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each answer says whether the export is done
    const response = await call(`export.web?export=${id}`, signal ? { signal } : {})
    const failure = failureIn(response)
    if (failure || !response.ok) return failure ?? failed('answer')
    const progress = readProgress(jsonOf(response))
    if (progress === undefined) return failed('answer')
    if (progress === 100) {
      const request = { maxResponseBytes: MAX_PICTURE, ...(signal ? { signal } : {}) }
      return bytesOf(await call(`export.web?export=${id}&action=download`, request), isMp4)
    }
    // oxlint-disable-next-line no-await-in-loop -- as above. A call after the signal fails at once
    await delay(LOOK_PAUSE_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
  return failed('timeout')
}

/**
 * Logs in to a server behind an exacqVision Web Service by its Web Service API, version 1. Every address goes through the guard. Failures are
 * returned, not thrown, and repeat nothing that the service said. A session that has expired is begun anew, once per call.
 */
export async function openExacq(
  guard: Pick<Guard, 'fetch'>,
  address: ExacqAddress,
  { timeoutMs = TIMEOUT_MS, signal }: Options = {},
): Promise<VmsAnswer<ExacqSession>> {
  const { fingerprint } = address
  const call: Call = (page, request = {}) =>
    guard.fetch(`${httpsBase(address)}/v1/${page}`, {
      timeoutMs,
      maxResponseBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
      ...(fingerprint === '' ? {} : { fingerprint }),
      ...request,
    })
  const login = await logIn(call, address)
  if (!login.ok) return login
  let session = login.value

  async function inSession(page: string, query: string, request?: GuardedRequest): Promise<GuardedResponse> {
    const ask = () => call(`${page}?s=${session}&${query}`, request)
    const response = await ask()
    if (!response.ok || (response.status !== 401 && response.status !== 403)) return response
    const again = await logIn(call, address)
    if (!again.ok) return response
    session = again.value
    return ask()
  }

  return {
    ok: true,
    value: {
      async config() {
        const response = await inSession('config.web', 'output=json')
        const failure = failureIn(response)
        if (failure || !response.ok) return failure ?? failed('answer')
        const value = readConfig(jsonOf(response))
        return value === undefined ? failed('answer') : { ok: true, value }
      },
      async live(cameraId) {
        const query = `camera=${encodeURIComponent(cameraId)}&fmt=jpg`
        return bytesOf(await inSession('video.web', query, { maxResponseBytes: MAX_PICTURE }), isJpeg)
      },
      async clip(cameraId, from, to, until) {
        const query = `camera=${encodeURIComponent(cameraId)}&${timesIn(from, to)}&format=mp4`
        const response = await inSession('export.web', query, until ? { signal: until } : {})
        const failure = failureIn(response)
        if (failure || !response.ok) return failure ?? failed('answer')
        const started = readExport(jsonOf(response))
        if (started === undefined) return failed('answer')
        if (started === 'none') return { ok: true, value: null }
        try {
          return await getExport(call, started.id, until)
        } finally {
          // Nothing is left behind on the recorder.
          void call(`export.web?export=${started.id}&action=finish`, GOODBYE)
        }
      },
      async close() {
        await call(`logout.web?s=${session}`, { method: 'POST', ...GOODBYE })
      },
    },
  }
}

/** What is said at the end has a time of its own: that of the calls before may be over. */
const GOODBYE = { timeoutMs: GOODBYE_MS, signal: new AbortController().signal }
