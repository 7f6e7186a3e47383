import type { ConnectionProblem } from '@winnow/contract'
import { type Guard, GuardError } from '@winnow/delivery'
import { type PlayOptions, playStream, StreamError, type StreamProblem } from '@winnow/intake'
import { ConnectError } from '../../platform/connect/connector.ts'
import { failureByCode } from '../device-tests/index.ts'
import { placeOf } from './stream-settings.ts'

/** Milliseconds that a camera has to accept a connection. */
const CONNECT_MS = 10_000

const PROBLEMS: Readonly<Record<StreamProblem, ConnectionProblem>> = {
  login: 'login',
  'not-found': 'no-stream',
  redirect: 'redirect',
  busy: 'device-busy',
  codec: 'codec',
  answer: 'answer',
  timeout: 'unreachable',
  stalled: 'quiet',
  'no-key-frame': 'quiet',
  closed: 'closed',
}

/** A stream that somebody entered for a camera. */
export interface EnteredStream {
  /** Without user and password. */
  url: string
  username: string
  password: string
}

/**
 * Plays a stream over one connection that the guard opens, until the signal ends it.
 * @throws ConnectError why it does not play, or ended; the reason of the signal
 */
export async function playStored(
  guard: Guard,
  { url, username, password }: EnteredStream,
  options: Pick<PlayOptions, 'keysOnly' | 'onPicture' | 'signal'>,
): Promise<void> {
  const { host, port } = placeOf(url)
  try {
    await playStream({
      socket: await connect(guard, { host, port }, options.signal),
      url,
      user: username || undefined,
      password,
      ...options,
    })
  } catch (error) {
    throw error instanceof StreamError ? new ConnectError(PROBLEMS[error.problem]) : error
  }
}

async function connect(guard: Guard, { host, port }: { host: string; port: number }, signal: AbortSignal) {
  try {
    return await guard.connectTcp(host, port, { timeoutMs: CONNECT_MS, signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof GuardError) {
      const { problem, setting } = failureByCode(error.refusal.code, host)
      throw new ConnectError(problem === 'refused' ? 'refused' : 'unreachable', { setting })
    }
    throw new ConnectError('unreachable', { cause: error })
  }
}
