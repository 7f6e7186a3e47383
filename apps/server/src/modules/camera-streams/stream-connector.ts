import { performance } from 'node:perf_hooks'
import type { Polygon, Watcher } from '@winnow/vision'
import type { ConnectorKind, Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { type EnteredStream, playStored } from './play-stored.ts'
import { readMotion } from './read-motion.ts'
import { MotionReports } from './report-motion.ts'
import { placeOf, STREAM_KIND, streamSettings, type StreamSettings } from './stream-settings.ts'
import { StreamWatch } from './watch-stream.ts'

export interface StreamConnectorDeps {
  preparedDb: Db
  watcher: Watcher
  /** A clock that is never set; by default that of the process. */
  monotonicMs?: () => number
}

/**
 * Reads the stream of a camera: key frames only. Motion in them makes alarms, or motion that the camera reports. Where mails trigger, nothing
 * is decoded: the connection only tells whether the stream plays.
 */
export function createStreamConnector(deps: StreamConnectorDeps): ConnectorKind {
  return {
    kind: STREAM_KIND,
    feature: 'rtsp',
    async run(line) {
      const settings = streamSettings.parse(line.connection.settings)
      try {
        await (settings.trigger === 'onvif' ? reportMotion(deps, line, settings) : lookForMotion(deps, line, settings))
      } catch (error) {
        if (line.signal.aborted) return
        throw error
      } finally {
        deps.watcher.forget(line.connection.id)
      }
    },
  }
}

const enteredOf = (line: Line, settings: StreamSettings): EnteredStream => ({
  ...settings,
  password: line.connection.secret ?? '',
})

async function lookForMotion(deps: StreamConnectorDeps, line: Line, settings: StreamSettings): Promise<void> {
  const watch = settings.trigger === 'motion' ? watchOf(deps, line, settings) : undefined
  const ending = new AbortController()
  await playStored(line.guard, enteredOf(line, settings), {
    keysOnly: () => true,
    onPicture(picture, track) {
      line.isUp()
      line.isAlive()
      watch?.look(picture, track).catch((error: unknown) => ending.abort(error))
    },
    signal: AbortSignal.any([line.signal, ending.signal]),
  })
}

/** Plays the stream and asks the camera for its events at the same time. Either ends both. */
async function reportMotion(deps: StreamConnectorDeps, line: Line, settings: StreamSettings): Promise<void> {
  const ending = new AbortController()
  const signal = AbortSignal.any([line.signal, ending.signal])
  const { watcher, monotonicMs = () => performance.now() } = deps
  const { host } = placeOf(settings.url)
  const reports = new MotionReports({
    line,
    watcher,
    coolDownSeconds: settings.coolDownSeconds,
    host,
    monotonicMs,
  })
  let isReady = false
  const caughtUp = Promise.withResolvers<void>()
  const reading = readMotion(line, settings, {
    onReady: () => (isReady = true),
    onMotion: (event, options) => reports.report(event, options),
    onCaughtUp: () => caughtUp.resolve(),
    monotonicMs,
    signal,
  })
  const playing = playStored(line.guard, enteredOf(line, settings), {
    keysOnly: () => true,
    onPicture(picture, track) {
      if (isReady) line.isUp()
      line.isAlive()
      reports.hold(picture, track)
    },
    signal,
  })
  try {
    await Promise.race([reading, playing])
  } finally {
    // Events that the camera has kept are alarms too while its stream does not play.
    await Promise.race([reading.catch(() => undefined), caughtUp.promise])
    ending.abort()
    await Promise.allSettled([reading, playing])
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
