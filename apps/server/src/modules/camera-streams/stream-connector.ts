import { performance } from 'node:perf_hooks'
import type { ConnectionProblem } from '@winnow/contract'
import { GuardError } from '@winnow/delivery'
import { playStream, StreamError, type StreamProblem } from '@winnow/intake'
import type { Polygon, Watcher } from '@winnow/vision'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { failureByCode } from '../device-tests/index.ts'
import { placeOf, STREAM_KIND, streamSettings } from './stream-settings.ts'
import { StreamWatch } from './watch-stream.ts'

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

export interface StreamConnectorDeps {
  preparedDb: Db
  watcher: Watcher
  /** A clock that is never set; by default that of the process. */
  monotonicMs?: () => number
}

/** Reads the stream of a camera: key frames only. Motion in them makes alarms. */
export function createStreamConnector({
  preparedDb,
  watcher,
  monotonicMs = () => performance.now(),
}: StreamConnectorDeps): ConnectorKind {
  return {
    kind: STREAM_KIND,
    async run(line) {
      const settings = streamSettings.parse(line.connection.settings)
      const { host, port } = placeOf(settings.url)
      const watch = new StreamWatch({
        line,
        watcher,
        coolDownSeconds: settings.coolDownSeconds,
        host,
        masks: () => masksOf(preparedDb, line.connection.viewId),
        monotonicMs,
      })
      const ending = new AbortController()
      const signal = AbortSignal.any([line.signal, ending.signal])
      try {
        await playStream({
          socket: await connect(line, host, port),
          url: settings.url,
          user: settings.username || undefined,
          password: line.connection.secret ?? '',
          keysOnly: () => true,
          onPicture(picture, track) {
            line.isUp()
            line.isAlive()
            watch.look(picture, track).catch((error: unknown) => ending.abort(error))
          },
          signal,
        })
      } catch (error) {
        if (line.signal.aborted) return
        throw error instanceof StreamError ? new ConnectError(PROBLEMS[error.problem]) : error
      } finally {
        watcher.forget(line.connection.id)
      }
    },
  }
}

async function connect({ guard, signal }: Line, host: string, port: number) {
  try {
    return await guard.connectTcp(host, port, { timeoutMs: CONNECT_MS, signal })
  } catch (error) {
    if (error instanceof GuardError) {
      const { problem, setting } = failureByCode(error.refusal.code, host)
      throw new ConnectError(problem === 'refused' ? 'refused' : 'unreachable', { setting })
    }
    throw new ConnectError('unreachable', { cause: error })
  }
}

async function masksOf(preparedDb: Db, viewId: string | null): Promise<Polygon[]> {
  const rows = await inSystemAtOnce(
    preparedDb,
    preparedDb.selectFrom('view').select(['masks', 'ptz']).where('id', '=', viewId).compile(),
  )
  const [view] = rows
  return !view || view.ptz ? [] : (view.masks as unknown as Polygon[])
}
