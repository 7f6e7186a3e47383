import { QUARTER_MS, quarterOf, type Grants } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { grantedIds } from '../access/index.ts'
import {
  addCounts,
  countCompany,
  countSites,
  countViews,
  inWindow,
  wholeSites,
  type CountsByQuarter,
  type Window,
} from './quarter-counts.ts'
import { SUM_DAYS, type ScopeSums } from './scope-sums.ts'

/** Up to this number of sites, their rows are added up at each request, without stored sums. */
const FEW_SITES = 100

/** The end of the quarter hour of an instant. */
export const endOfQuarter = (at: Date): Date => new Date(quarterOf(at).getTime() + QUARTER_MS)

/** The whole quarter hours that contain a period without its last instant. */
export const wholeQuarters = (since: Date, till: Date): Window => ({
  since: quarterOf(since),
  till: endOfQuarter(new Date(till.getTime() - 1)),
})

/**
 * Counts by quarter hour of what a user sees. A user who sees the whole company needs the company's rows alone. Others get the sums of
 * their sites, plus the counts of single cameras.
 */
export async function countGranted(
  tx: Tx,
  companyId: string,
  grants: Grants,
  { window, sums }: { window: Window; sums: ScopeSums },
): Promise<CountsByQuarter> {
  if (grants.all) return countCompany(tx, companyId, window)
  const siteIds = await wholeSites(tx, companyId, grants)
  const found =
    siteIds.length > FEW_SITES
      ? await sums.count(tx, companyId, siteIds, window)
      : await countSites(tx, companyId, siteIds, inWindow(window))
  if (grants.views.size === 0) return found
  const ofViews = await countViews(tx, companyId, { viewIds: grantedIds(grants.views), siteIds }, window)
  for (const [quarter, counts] of found) {
    const ofQuarter = ofViews.get(quarter)
    if (ofQuarter) addCounts(ofQuarter, counts)
    else ofViews.set(quarter, { ...counts })
  }
  return ofViews
}

/** Computes the sums that {@link countGranted} will need for windows of Home that end now or a little later. Not needed for few sites. */
export async function addUpAhead(
  tx: Tx,
  companyId: string,
  grants: Exclude<Grants, { all: true }>,
  { now, sums }: { now: Date; sums: ScopeSums },
): Promise<void> {
  const sites = await wholeSites(tx, companyId, grants)
  if (sites.length <= FEW_SITES) return
  const since = quarterOf(new Date(now.getTime() - SUM_DAYS * 86_400_000))
  await sums.count(tx, companyId, sites, { since, till: endOfQuarter(now) })
}
