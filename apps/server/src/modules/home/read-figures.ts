import type { getHomeFigures, getHomeRanking, QueryOf, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import type { CameraCounts } from './camera-counts.ts'
import { countGranted } from './count-granted.ts'
import { askedWindow, askedZone, weekBefore, writtenWindow } from './count-window.ts'
import { findLate } from './find-late.ts'
import type { KeptRankings } from './kept-rankings.ts'
import type { Preparing } from './load-camera-counts.ts'
import { presentSeries, presentTotals, sumOf, usualStep } from './present-counts.ts'
import type { Window } from './quarter-counts.ts'
import { rankNodes, seenPlaces } from './rank-nodes.ts'
import type { ScopeSums } from './scope-sums.ts'

/** Who asks. */
interface Asker {
  companyId: string
  grants: Grants
}

/** The figures of a window with those of the week before. */
export async function readHomeFigures(
  tx: Tx,
  { companyId, grants }: Asker,
  { query, now, sums }: { query: QueryOf<typeof getHomeFigures>; now: Date; sums: ScopeSums },
): Promise<ReplyOf<typeof getHomeFigures>> {
  const window = askedWindow(query, now)
  const timezone = await askedZone(tx, companyId, query)
  const before = weekBefore(window, timezone)
  const count = (counted: Window) => countGranted(tx, companyId, grants, { window: counted, sums })
  // Of a window of more than a week, both are read at once, since they overlap.
  const isOverlapping = before.till > window.since
  const found = await count(isOverlapping ? { since: before.since, till: window.till } : window)
  const foundBefore = isOverlapping ? found : await count(before)
  const step = query.step ?? usualStep(window)
  return {
    ...writtenWindow(window),
    timezone,
    step,
    total: presentTotals(sumOf(found, window)),
    before: { ...writtenWindow(before), ...presentTotals(sumOf(foundBefore, before)) },
    series: presentSeries(found, window, timezone, step),
    late: await findLate(tx, companyId, grants, now),
  }
}

type RankingQuery = QueryOf<typeof getHomeRanking>

/** The zone and the windows that a ranking is asked of: the window itself, and the week before it. */
interface AskedRanking {
  timezone: string
  windows: readonly [window: Window, before: Window]
}

export async function askedRanking(
  tx: Tx,
  companyId: string,
  { query, now }: { query: RankingQuery; now: Date },
): Promise<AskedRanking> {
  const window = askedWindow(query, now)
  const timezone = await askedZone(tx, companyId, query)
  return { timezone, windows: [window, weekBefore(window, timezone)] }
}

export const questionOf = (asker: Asker, { timezone, windows: [window] }: AskedRanking, { limit }: RankingQuery) => ({
  ...asker,
  window,
  timezone,
  limit,
})

const NOTHING_RANKED = { alarming: [], true: [], false: [] }

/** The reply while the counts are still being read. */
export const noRanking = (
  { timezone, windows: [window] }: AskedRanking,
  preparing: Preparing,
): ReplyOf<typeof getHomeRanking> => ({
  ...writtenWindow(window),
  timezone,
  sites: NOTHING_RANKED,
  views: NOTHING_RANKED,
  preparing,
})

/** The sites and cameras with the most alarms of a window. */
export async function readRanking(
  tx: Tx,
  asker: Asker,
  { query, now, kept, cameras }: { query: RankingQuery; now: Date; kept: KeptRankings; cameras: CameraCounts },
): Promise<ReplyOf<typeof getHomeRanking>> {
  const { companyId, grants } = asker
  const asked = await askedRanking(tx, companyId, { query, now })
  const question = questionOf(asker, asked, query)
  const known = kept.get(question, now)
  if (known) return known
  const counted = await cameras.sum(tx, companyId, asked.windows)
  const seen = await seenPlaces(tx, companyId, grants, counted)
  const sites = await rankNodes(tx, counted, { kind: 'site', seen, limit: query.limit })
  const views = await rankNodes(tx, counted, { kind: 'view', seen, limit: query.limit })
  const ranking = { ...writtenWindow(question.window), timezone: asked.timezone, sites, views, preparing: null }
  kept.set(question, now, ranking)
  return ranking
}
