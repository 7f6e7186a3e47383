import type { Clock, Ticker } from '../../platform/clock.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import { readMissing } from './run-state.ts'
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
  /** Whether it has said in the log that the alarm is missing. */
  isSaid: boolean
}

/** Sends the synthetic alarm if it is time, and tells of one that is missing. */
export async function lookAtSynthetic(deps: WatchDeps, watch: Watch): Promise<void> {
  const { db, log, everyMs } = deps
  const now = deps.clock.now()
  const route = deps.route()
  const isFirstDue = now.getTime() - watch.since.getTime() >= everyMs
  const run = route && (await claimRun(deps, { everyMs, isFirstDue }, now))
  if (route && run) {
    const result = await sendSynthetic(route, run, now)
    if (!result.ok) await noteRefusal(db, run.companyId, `${result.code} ${result.detail}`)
  }
  const { run: last, since } = await readMissing(db, { since: watch.since, everyMs }, deps.clock.now())
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
    run: () => lookAtSynthetic(deps, watch),
    onError: (err) => deps.log.error({ err }, 'the synthetic alarm could not be looked at'),
    ticker: deps.ticker,
  })
}
