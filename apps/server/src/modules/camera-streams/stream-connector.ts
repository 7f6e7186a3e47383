import { performance } from 'node:perf_hooks'
import type { Polygon, Watcher } from '@winnow/vision'
import type { ConnectorKind, Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { playStored } from './play-stored.ts'
import { placeOf, STREAM_KIND, streamSettings, type StreamSettings } from './stream-settings.ts'
import { StreamWatch } from './watch-stream.ts'

export interface StreamConnectorDeps {
  preparedDb: Db
  watcher: Watcher
  /** A clock that is never set; by default that of the process. */
  monotonicMs?: () => number
}

/**
 * Reads the stream of a camera: key frames only. Motion in them makes alarms. Where mails trigger, nothing is decoded: the connection only
 * tells whether the stream plays.
 */
export function createStreamConnector(deps: StreamConnectorDeps): ConnectorKind {
  return {
    kind: STREAM_KIND,
    async run(line) {
      const settings = streamSettings.parse(line.connection.settings)
      const watch = settings.trigger === 'motion' ? watchOf(deps, line, settings) : undefined
      const ending = new AbortController()
      const signal = AbortSignal.any([line.signal, ending.signal])
      const stream = { ...settings, password: line.connection.secret ?? '' }
      try {
        await playStored(line.guard, stream, {
          keysOnly: () => true,
          onPicture(picture, track) {
            line.isUp()
            line.isAlive()
            watch?.look(picture, track).catch((error: unknown) => ending.abort(error))
          },
          signal,
        })
      } catch (error) {
        if (line.signal.aborted) return
        throw error
      } finally {
        deps.watcher.forget(line.connection.id)
      }
    },
  }
}

const watchOf = (deps: StreamConnectorDeps, line: Line, { url, coolDownSeconds }: StreamSettings): StreamWatch =>
  new StreamWatch({
    line,
    watcher: deps.watcher,
    coolDownSeconds,
    host: placeOf(url).host,
    masks: () => masksOf(deps.preparedDb, line.connection.viewId),
    monotonicMs: deps.monotonicMs ?? (() => performance.now()),
  })

async function masksOf(preparedDb: Db, viewId: string | null): Promise<Polygon[]> {
  const rows = await inSystemAtOnce(
    preparedDb,
    preparedDb.selectFrom('view').select(['masks', 'ptz']).where('id', '=', viewId).compile(),
  )
  const [view] = rows
  return !view || view.ptz ? [] : (view.masks as unknown as Polygon[])
}
