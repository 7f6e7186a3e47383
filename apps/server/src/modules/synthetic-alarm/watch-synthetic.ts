import type { Clock, Ticker } from '../../platform/clock.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import { noteMissing, PATIENCE_MS, readMissing } from './run-state.ts'
import { claimRun, noteRefusal, sendSynthetic, type Route } from './send-synthetic.ts'
import { tellOperator, type TellDeps } from './tell-operator.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'

const LOOK_EVERY_MS = 5_000

export interface WatchDeps extends TellDeps {
  clock: Clock
  keys: KeyRing
  everyMs: number
  operatorMail: string | undefined
  /** Where cameras' mails are taken; undefined in a process that takes none, or does not yet. */
  route: () => Route | undefined
}

/** What a process remembers between two looks. */
export interface Watch {
  /** Since when it has been watching. */
  since: Date
  /** Whether it has sent one since then. */
  hasSent?: boolean
  /** When its last look ended. */
  endedAt?: Date
  /** Whether it has said in the log that the alarm is missing. */
  isSaid: boolean
}

/** Begins as after a start: what was due before gets its time from now. */
function startOver(watch: Watch, now: Date): void {
  watch.since = now
  watch.hasSent = false
}

/** Finds that the machine or the process was paused between two looks, or that the clock was set, when nobody could send or tell. */
export function noticePause(watch: Watch, now: Date): void {
  const wasPaused = watch.endedAt !== undefined && now.getTime() - watch.endedAt.getTime() > PATIENCE_MS
  if (wasPaused || now < watch.since) startOver(watch, now)
}

/** Sends the synthetic alarm if it is time, and tells of one that is missing. */
export async function lookAtSynthetic(deps: WatchDeps, watch: Watch): Promise<void> {
  const { db, log, everyMs } = deps
  const now = deps.clock.now()
  const route = deps.route()
  const isFirstDue = now.getTime() - watch.since.getTime() >= everyMs
  const startedAt = watch.hasSent === true ? undefined : watch.since
  const run = route && (await claimRun(deps, { everyMs, isFirstDue, startedAt }, now))
  if (route && run) {
    watch.hasSent = true
    const result = await sendSynthetic(route, run, now)
    if (!result.ok) await noteRefusal(db, run, { refusal: `${result.code} ${result.detail}`, now })
  }
  const { run: last, since, isHeld } = await readMissing(db, { since: watch.since, everyMs }, deps.clock.now())
  // What was sent before the release tells nothing of what is sent after it.
  if (isHeld) {
    startOver(watch, deps.clock.now())
    return
  }
  // Another process has found it too, or something has happened meanwhile: the next look tells.
  if (since && last && !last.missingSince && !(await noteMissing(db, last, since))) return
  const isMissing = since !== undefined
  if (isMissing && !watch.isSaid) log.error({ since, refusal: last?.refusal }, 'the synthetic alarm did not arrive')
  if (!isMissing && watch.isSaid) log.info('the synthetic alarm arrives again')
  watch.isSaid = isMissing
  if (deps.operatorMail !== undefined && last && isMissing !== (last.toldAt !== null))
    await tellOperator(deps, deps.operatorMail, { since, refusal: last.refusal }, deps.clock.now())
}

/** Sends the synthetic alarm again and again, and watches that it arrives. */
export function watchSynthetic(deps: WatchDeps & { ticker: Ticker }, watch: Watch): Repeated {
  return keepDoing({
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      noticePause(watch, deps.clock.now())
      try {
        await lookAtSynthetic(deps, watch)
      } finally {
        watch.endedAt = deps.clock.now()
      }
    },
    onError: (err) => deps.log.error({ err }, 'the synthetic alarm could not be looked at'),
    ticker: deps.ticker,
  })
}
