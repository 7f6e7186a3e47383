import { missingYears, neededYears, type StoredSchedule } from '@winnow/domain'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { JobContext, Tick } from '../../platform/jobs/job.ts'
import { withNeededLists } from './keep-holidays.ts'
import { loadHolidays } from './holiday-library.ts'
import { withLinked } from './stored-content.ts'

/** The number of schedules that one transaction changes. Transactions must be short because they lock the rows. */
const BATCH = 200

/** Where schedules are stored. */
const PLACES = [
  ['schedule_template', 'content'],
  ['site', 'own_schedule'],
  ['view', 'own_schedule'],
] as const

export interface ListDeps {
  db: Db
  clock: Clock
}

interface Found {
  id: string
  content: StoredSchedule
}

type Place = (typeof PLACES)[number]

/** The next schedules that lack the list of a year, locked. */
async function lockNext(tx: Tx, [table, column]: Place, after: string | undefined, now: Date): Promise<Found[]> {
  const content = sql.ref(column)
  const { rows } = await sql<Found>`
    select id, ${content} as content from ${sql.table(table)}
    where ${content} ? 'holidays' and not ${content}->'holidays'->'lists' ?& ${neededYears(now).map(String)}::text[]
      and ${after === undefined ? sql`true` : sql`id > ${after}`}
    order by id limit ${BATCH} for no key update`.execute(tx)
  return rows
}

/** What could not be made: the years, by region. */
type Missing = Map<string, Set<number>>

/** Makes the missing lists of some schedules. @returns the last of them; undefined when there are no more */
async function makeBatch({ db, clock }: ListDeps, place: Place, after: string | undefined, missing: Missing) {
  const now = clock.now()
  const [table, column] = place
  return inSystem(db, async (tx) => {
    const found = await lockNext(tx, place, after, now)
    for (const { id, content } of found) {
      if (!content.holidays) continue
      const holidays = await withNeededLists(content.holidays, now)
      for (const year of missingYears(holidays, now))
        missing.set(holidays.region, (missing.get(holidays.region) ?? new Set()).add(year))
      const changed = { ...content, ...withLinked(holidays) }
      // The version stays: nobody who edits the schedule meanwhile is overtaken.
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${JSON.stringify(changed)}::jsonb where id = ${id}`.execute(
        tx,
      )
    }
    return found.at(-1)?.id
  })
}

/** Makes the lists of holidays that linked schedules need by now, each once. Lists that are there stay as they are. */
export async function makeListsAhead(
  deps: ListDeps,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const missing: Missing = new Map()
  // Loaded before any row is locked.
  await loadHolidays()
  for (const place of PLACES)
    for (let after = await makeBatch(deps, place, undefined, missing); after !== undefined;) {
      if (signal.aborted) return
      after = await makeBatch(deps, place, after, missing)
    }
  for (const [region, years] of missing)
    log.warn({ region, years: [...years] }, 'no list of holidays is known: cameras with this region count all day then')
}

/** Once a day: the lists of a further year are needed more than a year before it begins. */
export const listTicks = (deps: ListDeps): Tick[] => [
  { name: 'schedules.holiday-lists', cron: '23 2 * * *', run: (context) => makeListsAhead(deps, context) },
]
