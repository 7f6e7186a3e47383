import { performance } from 'node:perf_hooks'
import { writeFrame, type Frame } from '@winnow/domain/sia-dc09'
import { resultOfAnswer } from '../answers.ts'
import { failureOf } from '../failure.ts'
import { describeTransportError } from '../guard/transport-error.ts'
import type { DeliveryDeps } from '../receiver.ts'
import type { DeliveryResult, SessionState } from '../result.ts'
import type { Answer } from './answer.ts'
import { exchange } from './exchange.ts'
import type { SiaDc09Config } from './sia-dc09-config.ts'

/** How long the back-up is called first after the primary receiver failed. */
const STAY_WITH_BACKUP_MS = 60_000

type Target = SiaDc09Config['targets'][number]

interface Conversation {
  /** The message without its time. */
  frame: Omit<Frame, 'at'>
  account: string
  config: SiaDc09Config
  deps: DeliveryDeps
  now: Date
  /** Shorter in tests. */
  answerMs?: number | undefined
}

/** One receiver's answer. Where it refuses our time, the message goes once more with its own. */
async function ask(
  { frame, account, config, deps, answerMs }: Conversation,
  target: Target,
  { aheadMs, current }: { aheadMs: number; current: () => number },
): Promise<{ answer: Answer; aheadMs: number }> {
  const { key, receiverNumber, lineNumber, transport } = config
  const clear = { account, lineNumber, ...(receiverNumber ? { receiverNumber } : {}) }
  const line = key ? { ...clear, key } : clear
  const { signal, transcript } = deps
  const once = (ahead: number): Promise<Answer> => {
    const message = { ...frame, at: new Date(current() + ahead) }
    // Nobody can read what was encrypted.
    if (key) transcript?.sent(`[before encryption] ${writeFrame(message, clear).toString().trim()}`)
    return exchange(deps.guard, {
      ...target,
      transport,
      bytes: writeFrame(message, line),
      sent: { sequence: frame.sequence, key },
      signal,
      transcript,
      ...(answerMs === undefined ? {} : { answerMs }),
    })
  }
  const answer = await once(aheadMs)
  if (answer.kind !== 'nak' || !answer.at) return { answer, aheadMs }
  // The receiver says its time in whole seconds.
  const corrected = Math.round((answer.at.getTime() - current()) / 1000) * 1000
  return { answer: await once(corrected), aheadMs: corrected }
}

function resultOf(answer: Answer, ms: number): DeliveryResult {
  if (answer.kind === 'ack') return { ok: true, ms }
  if (answer.kind === 'nak')
    return resultOfAnswer(
      'misconfigured',
      'The receiver refused the message (NAK), also with its own time. Check account and key.',
      ms,
    )
  return resultOfAnswer(
    'misconfigured',
    'The receiver did not understand the message (DUH). Check format, account and key.',
    ms,
  )
}

/** The targets in the order in which they are tried: the back-up comes first while the primary is left alone. */
function ordered(targets: readonly Target[], { backupUntil }: SessionState, now: Date): readonly Target[] {
  const leftMs = backupUntil === undefined ? 0 : Date.parse(backupUntil) - now.getTime()
  // A time further ahead than it can be was written by a clock that was set back since.
  return leftMs > 0 && leftMs <= STAY_WITH_BACKUP_MS ? targets.toReversed() : targets
}

/**
 * Sends one message to the primary receiver or, where that cannot be reached or does not answer, to the back-up. A receiver that answers is
 * there: what it refuses, its back-up is not asked.
 */
export async function converse(conversation: Conversation, before: SessionState): Promise<DeliveryResult> {
  const { config, now } = conversation
  const startedAt = performance.now()
  const elapsed = (): number => Math.round(performance.now() - startedAt)
  const [primary] = config.targets
  // Stations take what is a few seconds old, and the primary may have been waited for longer.
  const current = (): number => now.getTime() + elapsed()
  let failure: DeliveryResult | undefined
  for (const target of ordered(config.targets, before, now)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the back-up is asked only after the primary has failed
      const { answer, aheadMs } = await ask(conversation, target, { aheadMs: before.clockAheadMs ?? 0, current })
      const isBackup = target !== primary
      const renewed = failure && new Date(now.getTime() + STAY_WITH_BACKUP_MS).toISOString()
      // A back-up that refuses is not called first: the primary would not be asked while it does.
      const backupUntil = isBackup && answer.kind === 'ack' ? (renewed ?? before.backupUntil) : undefined
      const session = {
        ...(answer.kind === 'ack' && aheadMs !== 0 ? { clockAheadMs: aheadMs } : {}),
        ...(backupUntil === undefined ? {} : { backupUntil }),
      }
      const result = resultOf(answer, elapsed())
      return {
        ...result,
        ...(isBackup && result.ok ? { detail: 'Taken by the back-up receiver.' } : {}),
        session,
      }
    } catch (error) {
      const { code, detail } = describeTransportError(error)
      failure ??= { ok: false, ...failureOf(code), ms: elapsed(), detail: hint(code, detail) }
      if (code === 'aborted') break
    }
  }
  return failure ?? { ok: false, retry: false, code: 'config', ms: elapsed(), detail: 'There is no receiver.' }
}

/** Receivers pass over messages that they cannot decrypt, and those of unknown accounts. */
function hint(code: string, detail: string): string {
  return code === 'timeout' ? `${detail} If the receiver runs, check account, key and transport.` : detail
}
