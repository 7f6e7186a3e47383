import type { getHomeRanking, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { CRITERIA, type CountedPlaces, type Criterion } from './camera-counts.ts'
import { wholeSites } from './quarter-counts.ts'

type Kind = 'site' | 'view'
type Ranked = ReplyOf<typeof getHomeRanking>['views']['true'][number]

/** Which places a user may see: of a site that was granted as a whole all, else those of granted cameras. */
export async function seenPlaces(
  tx: Tx,
  companyId: string,
  grants: Grants,
  { places }: CountedPlaces,
): Promise<(place: number) => boolean> {
  if (grants.all) return () => true
  const sites = new Set(await wholeSites(tx, companyId, grants))
  const seen = places.map(({ siteId, viewId }) => sites.has(siteId) || grants.views.has(viewId))
  return (place) => seen[place] === true
}

interface Named {
  id: string
  name: string
  siteId: string
  siteName: string
  projectId: string
  projectName: string
}

/** Names of sites or cameras, also of deleted ones, whose alarms still exist. */
async function readNames(tx: Tx, kind: Kind, ids: readonly string[]): Promise<Map<string, Named>> {
  const node = kind === 'site' ? sql`site s` : sql`view v join site s on s.id = v.site_id`
  const of = kind === 'site' ? sql`s` : sql`v`
  const { rows } = await sql<Named>`
    select ${of}.id, ${of}.name, s.id as "siteId", s.name as "siteName", p.id as "projectId", p.name as "projectName"
    from ${node} join project p on p.id = s.project_id where ${of}.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Adds up the sums of places by site or camera. Nodes without any are missing. */
function byNode(
  { places }: CountedPlaces,
  kind: Kind,
  { sums, isSeen }: { sums: Int32Array | undefined; isSeen: (place: number) => boolean },
): Map<string, number> {
  const totals = new Map<string, number>()
  for (const [place, { viewId, siteId }] of places.entries()) {
    const count = sums?.[place] ?? 0
    if (count === 0 || !isSeen(place)) continue
    const node = kind === 'site' ? siteId : viewId
    totals.set(node, (totals.get(node) ?? 0) + count)
  }
  return totals
}

/** The nodes with the highest counts. Of equal counts, the older node comes first. */
function firstOf(totals: Map<string, number>, limit: number): [string, number][] {
  const least = Int32Array.from(totals.values()).toSorted().at(-limit) ?? 1
  return [...totals]
    .filter(([, count]) => count >= least)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, limit)
}

/** The sites or cameras with the most alarms of each kind in a window, the most first, with their counts in the window before. */
export async function rankNodes(
  tx: Tx,
  counted: CountedPlaces,
  { kind, isSeen, limit }: { kind: Kind; isSeen: (place: number) => boolean; limit: number },
): Promise<Record<Criterion, Ranked[]>> {
  const [window, before] = counted.sums
  const lists = CRITERIA.map((name) => ({
    first: firstOf(byNode(counted, kind, { sums: window?.[name], isSeen }), limit),
    before: byNode(counted, kind, { sums: before?.[name], isSeen }),
  }))
  const names = await readNames(tx, kind, [...new Set(lists.flatMap(({ first }) => first.map(([id]) => id)))])
  const [alarming = [], labelledTrue = [], labelledFalse = []] = lists.map((list) =>
    list.first.flatMap(([id, count]) => {
      const named = names.get(id)
      return named ? [{ ...named, count, before: list.before.get(id) ?? 0 }] : []
    }),
  )
  return { alarming, true: labelledTrue, false: labelledFalse }
}
