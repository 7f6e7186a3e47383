import { performance } from 'node:perf_hooks'
import type { BodyOf, DeviceFailure, discoverRtsp, ReplyOf } from '@winnow/contract'
import { type Guard, GuardError } from '@winnow/delivery'
import { type Discovery, discoverStreams } from '@winnow/intake'
import { ATTEMPT_MS, failureByCode, failureOf, SEARCH_MS } from './device-failure.ts'

const PROBLEMS = { login: 'login', none: 'no-stream', closed: 'answer' } as const

const failureIn = ({ problem }: Discovery): DeviceFailure | null => (problem ? failureOf(PROBLEMS[problem]) : null)

/** Looks for the streams of a camera at the paths of known makes. */
export async function findStreams(
  guard: Guard,
  { host, port, username, password = '', channel }: Omit<BodyOf<typeof discoverRtsp>, 'siteId'>,
): Promise<ReplyOf<typeof discoverRtsp>> {
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
    return { success: failure === null, failure, streams: found.streams, tries: found.tries }
  } catch (error) {
    const failure = error instanceof GuardError ? failureByCode(error.refusal.code, host) : failureOf('unreachable')
    return { success: false, failure, streams: [], tries: 0 }
  }
}
