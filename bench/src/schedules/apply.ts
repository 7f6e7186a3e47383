import { setTimeout as wait } from 'node:timers/promises'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { startJobWorker } from '@winnow/server/src/modules/background-jobs/job-worker.ts'
import { startJob } from '@winnow/server/src/modules/background-jobs/start-job.ts'
import { followSchedule } from '@winnow/server/src/modules/bulk/schedule-job.ts'
import { systemClock, systemTicker } from '@winnow/server/src/platform/clock.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inSystem, inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { sql } from 'kysely'
import { isDone, startOnCameras } from '../jobs/run-job.ts'
import { figure, printTable } from '../table.ts'

const RUNS = 2
/** Cameras of a job: half of the company's. */
const SHARE = 0.5

/** Has many cameras follow a template, as a background job with its audit, and beside it the same by one statement of SQL. */
export async function printApply({ runtime: db }: Database, scenario: Scenario): Promise<void> {
  const companyId = companyOf(scenario)
  const count = Math.round(scenario.size.cameras * SHARE)
  // The database is kept; an earlier run may have been stopped in the middle of a job.
  await inSystem(db, (tx) => sql`update background_job set status = 'done', finished_at = now()`.execute(tx))
  const { rows: templates } = await inTenant(db, companyId, (tx) =>
    sql<{ id: string }>`select id from schedule_template order by id limit ${RUNS * 2}`.execute(tx),
  )
  const rows: number[][] = []
  for (let run = 0; run < RUNS; run++) {
    const [one, other] = templates.slice(run * 2)
    if (!one || !other) throw new Error('the schedules have not been seeded')
    const before = performance.now()
    await inTenant(db, companyId, async (tx) => {
      // The product allows no statement as long as this one takes on a busy machine.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`update view set schedule_id = ${one.id}, own_schedule = null, schedule_version = schedule_version + 1
        where id in (select id from view where company_id = ${companyId} and deleted_at is null order by site_id, id limit ${count})`.execute(
        tx,
      )
    })
    const began = performance.now()
    const id = await startOnCameras(db, { companyId, count }, (starting, options) =>
      startJob(starting, followSchedule, { ...options, params: { templateId: other.id, overwrite: true } }),
    )
    const deps = { db, clock: systemClock, ticker: systemTicker, log: createLogger({ level: 'warn' }) }
    const worker = startJobWorker(deps, [followSchedule])
    while (!(await isDone(db, companyId, id))) await wait(50)
    const ended = performance.now()
    await worker.stop()
    const row = [run + 1, (ended - began) / 1_000, (began - before) / 1_000, (ended - began) / (began - before)]
    console.log(row.map(figure).join(' | '))
    rows.push(row)
  }
  console.log(`\nHaving ${count.toLocaleString('en')} cameras follow a template, seconds`)
  printTable(['run', 'background job', 'one SQL statement', 'ratio'], rows)
}
