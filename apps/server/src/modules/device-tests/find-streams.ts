import { performance } from 'node:perf_hooks'
import type { BodyOf, DeviceFailure, discoverRtsp, ReplyOf } from '@winnow/contract'
import { type Guard, GuardError } from '@winnow/delivery'
import { type Discovery, discoverStreams } from '@winnow/intake'
import { ATTEMPT_MS, failureByCode, failureOf, SEARCH_MS } from './device-failure.ts'
import { tryOnvif } from './try-onvif.ts'

const PROBLEMS = { login: 'login', none: 'no-stream', closed: 'answer' } as const

const failureIn = ({ problem }: Discovery): DeviceFailure | null => (problem ? failureOf(PROBLEMS[problem]) : null)

type Asked = Omit<BodyOf<typeof discoverRtsp>, 'siteId'>
type Found = ReplyOf<typeof discoverRtsp>

/** Looks for the streams of a camera at the paths of known makes. A device that has none of them is asked by ONVIF. */
export async function findStreams(guard: Guard, asked: Asked, now: Date): Promise<Found> {
  const { host, port, username, password = '', channel } = asked
  const endsAt = performance.now() + SEARCH_MS
  try {
    const found = await discoverStreams({
      host,
      port,
      user: username || undefined,
      password,
      channel,
      totalMs: SEARCH_MS,
      connect: () => guard.connectTcp(host, port, { timeoutMs: ATTEMPT_MS }),
      monotonicMs: () => performance.now(),
    })
    const failure = failureIn(found)
    const left = Math.floor(endsAt - performance.now())
    const others = found.problem === 'none' && left > 0 ? await byOnvif(guard, asked, { now, totalMs: left }) : []
    if (others.length > 0) return { success: true, failure: null, streams: others, tries: found.tries }
    return { success: failure === null, failure, streams: found.streams, tries: found.tries }
  } catch (error) {
    const failure = error instanceof GuardError ? failureByCode(error.refusal.code, host) : failureOf('unreachable')
    return { success: false, failure, streams: [], tries: 0 }
  }
}

/** The streams that the device names by ONVIF; none if it does not speak it, or refuses the login. */
async function byOnvif(
  guard: Guard,
  { host, onvifPort, username, password }: Asked,
  when: { now: Date; totalMs: number },
): Promise<Found['streams']> {
  const { device, streams } = await tryOnvif(guard, { host, port: onvifPort, tls: false, username, password }, when)
  const make = device?.manufacturer ?? ''
  return streams.map(({ name: _name, ...stream }) => ({ ...stream, make }))
}
