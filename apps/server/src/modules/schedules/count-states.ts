import { countScheduleStates, type ReplyOf } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { statesInStretches, viewFits, type Asker } from '../access/index.ts'

type StateCounts = ReplyOf<typeof countScheduleStates>
type ByReason = StateCounts['reasons'][number]

/** How many of the cameras that the caller sees count at a moment, and why the others do not. */
export async function countStates(tx: Tx, asker: Asker, now: Date): Promise<StateCounts> {
  const wanted = { node: sql`null::uuid`, fits: viewFits(asker, {}), now }
  const byReason = new Map<string, ByReason>()
  let next: Date | null = null
  for await (const states of statesInStretches(tx, wanted))
    for (const { cameras, decision } of states) {
      const { counts, reason, until } = decision
      const key = `${reason} ${counts}`
      byReason.set(key, { reason, counts, cameras: cameras + (byReason.get(key)?.cameras ?? 0) })
      if (until !== null && (next === null || until < next)) next = until
    }
  const reasons = [...byReason.values()].toSorted((one, other) => other.cameras - one.cameras)
  const sum = (of: readonly ByReason[]) => of.reduce((total, { cameras }) => total + cameras, 0)
  return {
    counting: sum(reasons.filter(({ counts }) => counts)),
    outside: sum(reasons.filter(({ counts }) => !counts)),
    reasons,
    nextChange: next === null ? null : new Date(next).toISOString(),
  }
}

export function registerStates(register: Register): void {
  register.read(countScheduleStates, ({ tx, actor, now }) => countStates(tx, actor, now))
}
