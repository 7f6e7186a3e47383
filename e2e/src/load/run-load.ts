import { startLoadedProduct, type LoadedProduct, type Outcome } from './loaded-product.ts'
import type { Sent } from './mail-sender.ts'

/** A burst of mails. */
export interface Rush {
  perSecond: number
  seconds: number
}

export interface LoadReport extends Outcome {
  accepted: number
  refused: number
  reasons: string[]
  /** The slowest `250`, in seconds. */
  slowestReply: number
}

export type Print = (line: string) => void

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const MINUTE = 60

/** Sends the mails, and waits until each has a verdict or a minute has passed since the last one. */
export async function rush(product: LoadedProduct, { perSecond, seconds }: Rush): Promise<LoadReport> {
  const since = await product.now()
  const sent: Sent = await product.send({ perSecond, count: Math.round(perSecond * seconds) })
  const ended = performance.now()
  let outcome = await product.outcome(since)
  while (outcome.undecided > 0 && performance.now() - ended < MINUTE * 1000) {
    await pause(0.5)
    outcome = await product.outcome(since)
  }
  return {
    ...outcome,
    accepted: sent.taken.length,
    refused: sent.refused,
    reasons: [...sent.reasons].map(([reason, count]) => `${count} × ${reason}`),
    slowestReply: Math.max(0, ...sent.taken) / 1000,
  }
}

/** Measures how many alarms per second the analysis completes while others are waiting. */
async function measureSustained(product: LoadedProduct, print: Print): Promise<number> {
  const mails = 60
  const since = await product.now()
  const began = performance.now()
  await product.send({ perSecond: 20, count: mails })
  while ((await product.outcome(since)).queued > 0) await pause(0.2)
  const perSecond = (mails * 1000) / (performance.now() - began)
  print(`analysis answers ${perSecond.toFixed(1)} alarms/s`)
  return perSecond
}

function say({
  accepted,
  refused,
  reasons,
  slowestReply,
  longestSeconds,
  undecided,
  analysedInTime,
}: LoadReport): string {
  return `${accepted} taken, ${refused} put off (${reasons.join('; ')}), slowest 250 after ${slowestReply.toFixed(1)} s; ${undecided} undecided, slowest verdict after ${longestSeconds.toFixed(1)} s, ${analysedInTime} analysed in time`
}

/** @throws when no mail was accepted, an accepted mail has no verdict within a minute of its receipt, or a reply takes too long */
export function check(report: LoadReport): void {
  if (report.accepted === 0) throw new Error('none was taken')
  if (report.messages < report.accepted)
    throw new Error(`${report.accepted} were taken and ${report.messages} are there`)
  if (report.undecided > 0) throw new Error(`${report.undecided} are undecided`)
  if (report.longestSeconds > MINUTE) throw new Error(`a verdict came after ${report.longestSeconds.toFixed(1)} s`)
  if (report.slowestReply > 5) throw new Error(`a 250 came after ${report.slowestReply.toFixed(1)} s`)
}

/**
 * Sends two thousand mails within 17 s, then for a minute ten times the rate that the analysis sustains. In both cases every message must
 * have its verdict within a minute of its receipt. Within a minute after the second load, new alarms must be analysed again.
 */
export async function runLoad(print: Print): Promise<void> {
  const product = await startLoadedProduct(100, { WINNOW_ANALYSIS_PROCESSES: '2' })
  try {
    await product.send({ perSecond: 2, count: 8 })
    const sustained = await measureSustained(product, print)
    const first = await rush(product, { perSecond: 2_000 / 17, seconds: 17 })
    print(`2,000 mails in 17 s: ${say(first)}`)
    check(first)
    const overload = await rush(product, { perSecond: Math.min(sustained * 10, 200), seconds: MINUTE })
    print(`ten times as much for a minute: ${say(overload)}, ${overload.queued} wait for a late look`)
    check(overload)
    const fresh = await rush(product, { perSecond: Math.min(1, sustained / 2), seconds: 20 })
    print(`then 20 at an even rate: ${say(fresh)}`)
    check(fresh)
    if (fresh.analysedInTime < fresh.accepted)
      throw new Error(`${fresh.analysedInTime} of ${fresh.accepted} were analysed`)
  } finally {
    await product.close()
  }
}
