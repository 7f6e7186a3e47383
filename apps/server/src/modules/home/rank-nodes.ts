import type { getHomeRanking, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { CRITERIA, type CountedPlaces, type Criterion } from './camera-counts.ts'
import { wholeSites } from './quarter-counts.ts'

type Kind = 'site' | 'view'
type Nodes = CountedPlaces['nodes'][Kind]
type Ranked = ReplyOf<typeof getHomeRanking>['views']['true'][number]

/** The places that a user may see: of a site that was granted as a whole all, else those of granted cameras. Undefined: all. */
export async function seenPlaces(
  tx: Tx,
  companyId: string,
  grants: Grants,
  { places, nodes }: CountedPlaces,
): Promise<readonly boolean[] | undefined> {
  if (grants.all) return undefined
  const sites = new Set(await wholeSites(tx, companyId, grants))
  const seesSite = nodes.site.ids.map((id) => sites.has(id))
  const seesView = nodes.view.ids.map((id) => grants.views.has(id))
  return Array.from(
    { length: places },
    (_, place) =>
      seesSite[nodes.site.ofPlaces[place] ?? -1] === true || seesView[nodes.view.ofPlaces[place] ?? -1] === true,
  )
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

/** Adds up the sums of places by the number of their site or camera. */
function byNode({ ids, ofPlaces }: Nodes, sums: Int32Array | undefined, seen: Asked['seen']): Int32Array {
  const totals = new Int32Array(ids.length)
  sums?.forEach((count, place) => {
    const node = ofPlaces[place]
    if (count !== 0 && node !== undefined && (!seen || seen[place])) totals[node] = (totals[node] ?? 0) + count
  })
  return totals
}

/** The numbers of the nodes with the highest counts. Of equal counts, the older node comes first. */
function firstOf({ ids }: Nodes, totals: Int32Array, limit: number): number[] {
  const least = Math.max(1, totals.toSorted().at(-limit) ?? 1)
  const first: number[] = []
  totals.forEach((count, node) => void (count >= least && first.push(node)))
  return first
    .toSorted((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1))
    .slice(0, limit)
}

interface Asked {
  kind: Kind
  /** See {@link seenPlaces}. */
  seen: readonly boolean[] | undefined
  limit: number
}

/** The sites or cameras with the most alarms of each kind in a window, the most first, with their counts in the window before. */
export async function rankNodes(
  tx: Tx,
  { nodes, sums: [window, before] }: CountedPlaces,
  { kind, seen, limit }: Asked,
): Promise<Record<Criterion, Ranked[]>> {
  const { [kind]: counted } = nodes
  const lists = CRITERIA.map((name) => {
    const totals = byNode(counted, window?.[name], seen)
    return { totals, first: firstOf(counted, totals, limit), before: byNode(counted, before?.[name], seen) }
  })
  const wanted = new Set(lists.flatMap(({ first }) => first.map((node) => counted.ids[node] ?? '')))
  const names = await readNames(tx, kind, [...wanted])
  const [alarming = [], labelledTrue = [], labelledFalse = []] = lists.map((list) =>
    list.first.flatMap((node) => {
      const named = names.get(counted.ids[node] ?? '')
      return named ? [{ ...named, count: list.totals[node] ?? 0, before: list.before[node] ?? 0 }] : []
    }),
  )
  return { alarming, true: labelledTrue, false: labelledFalse }
}
