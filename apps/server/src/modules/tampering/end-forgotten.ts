import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import { REPORT_LASTS_MS } from './report-tampering.ts'

/**
 * Ends what nobody will hear more of: reports of devices after an hour, and what pictures showed of cameras that are not watched any more.
 * Nobody is told, since nothing says that it is over.
 */
async function endForgotten(db: Db, now: Date): Promise<void> {
  const isOld = sql`(e.reported_at is null or e.reported_at <= ${new Date(now.getTime() - REPORT_LASTS_MS)})`
  const isUnwatched = sql`not (view.tampering_detection and company.unlocks @> '{"isTamperingUnlocked": true}')`
  await inSystem(db, (tx) =>
    sql`
      with forgotten as (
        select e.id from tampering_event e join view on view.id = e.view_id join company on company.id = e.company_id
        where e.ended_at is null and ${isOld} and (e.shown_at is null or ${isUnwatched})
        for update of e skip locked)
      update tampering_event e set ended_at = ${now} from forgotten where e.id = forgotten.id`.execute(tx),
  )
}

export function tamperingTicks({ db, clock }: { db: Db; clock: Clock }) {
  return [{ name: 'tampering.forgotten', cron: '* * * * *', run: () => endForgotten(db, clock.now()) }] satisfies Tick[]
}
