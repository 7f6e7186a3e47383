import { createHash } from 'node:crypto'
import type { getHomeRanking, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import type { Window } from './quarter-counts.ts'

type Ranking = ReplyOf<typeof getHomeRanking>

/** The time for which a ranking is shown again. The contract tells it to callers. */
const KEPT_MS = 30_000
/** Rankings in memory, some 20 KB each. */
const MAX_KEPT = 200

/** The question that a ranking answers. */
interface Question {
  companyId: string
  grants: Grants
  window: Window
  timezone: string
  limit: number
}

/** Rankings that were made a moment ago. */
export interface KeptRankings {
  get(question: Question, now: Date): Ranking | undefined
  set(question: Question, now: Date, ranking: Ranking): void
}

/**
 * Keeps rankings for half a minute. A ranking adds up the counts of all cameras, and Home asks again with each burst of alarms. Users with
 * the same company and grants share one.
 */
export function createKeptRankings(): KeptRankings {
  const kept = new Map<string, { at: number; ranking: Ranking }>()
  return {
    get(question, now) {
      const found = kept.get(keyOf(question))
      // A clock that was set back must not keep a ranking for longer.
      return found && Math.abs(now.getTime() - found.at) < KEPT_MS ? found.ranking : undefined
    },
    set(question, now, ranking) {
      const key = keyOf(question)
      kept.delete(key)
      kept.set(key, { at: now.getTime(), ranking })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    },
  }
}

function keyOf({ companyId, grants, window, timezone, limit }: Question): string {
  const seen = grants.all
    ? 'all'
    : [grants.projects, grants.sites, grants.views].map((nodes) => [...nodes.keys()].join()).join(';')
  const asked = [companyId, window.since.getTime(), window.till.getTime(), timezone, limit].join()
  return createHash('sha256').update(asked).update(seen).digest('base64')
}
