import { setTimeout as wait } from 'node:timers/promises'
import { companyOf } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { startJobWorker } from '@winnow/server/src/modules/background-jobs/job-worker.ts'
import { startJob } from '@winnow/server/src/modules/background-jobs/start-job.ts'
import { toggleActive } from '@winnow/server/src/modules/bulk/column-jobs.ts'
import { viewFits } from '@winnow/server/src/modules/access/view-filter.ts'
import { listViewPage } from '@winnow/server/src/modules/tree/view-queries.ts'
import { systemClock, systemTicker } from '@winnow/server/src/platform/clock.ts'
import { inSystem, inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { sql } from 'kysely'
import type { Bench } from '../bench.ts'
import { percentile } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { TREE_SCENARIOS, treeSeed } from '../seed/tree-seed.ts'
import { figure, printTable } from '../table.ts'
import { isDone, startOnCameras } from './run-job.ts'

const RUNS = 5
/** Cameras of a job: half of the company's. */
const SHARE = 0.5
const NEIGHBOUR_CAMERAS = 2_000
/** The pause before the other company reads its list again, in milliseconds. */
const PAUSE_MS = 20
const IDLE_LOOKS = 150

/** Creates another company with cameras. Its list of cameras is read repeatedly while the job runs. */
async function addNeighbour(db: Db): Promise<string> {
  const [company, project, site] = [newId(), newId(), newId()]
  await inSystem(db, async (tx) => {
    await sql`insert into company (id, name) values (${company}, ${`Neighbour ${company}`})`.execute(tx)
    await sql`insert into project (id, company_id, name) values (${project}, ${company}, 'Client')`.execute(tx)
    await sql`insert into site (id, company_id, project_id, name) values (${site}, ${company}, ${project}, 'Site')`.execute(
      tx,
    )
    await sql`insert into view (id, company_id, project_id, site_id, name, address_token)
      select gen_random_uuid(), ${company}, ${project}, ${site}, 'Camera ' || n, gen_random_uuid()
      from generate_series(1, ${NEIGHBOUR_CAMERAS}) n`.execute(tx)
  })
  return company
}

/** Reads the first page of the other company's list once, and returns the duration in milliseconds. */
async function look(db: Db, companyId: string): Promise<number> {
  const grants = { all: true, permission: 'write' } as const
  const began = performance.now()
  await inTenant(
    db,
    companyId,
    (tx) => {
      const fits = viewFits({ companyId, grants, permissions: new Set() }, {})
      return listViewPage(tx, companyId, grants, { page: 1, limit: 100, fits })
    },
    { readOnly: true },
  )
  return performance.now() - began
}

/** Measures how long a job on many cameras takes, and how much it delays another company's list. */
export const bench: Bench = async ({ size }) => {
  const scenario = TREE_SCENARIOS[size]
  const company = companyOf(scenario)
  const database = await openBenchDatabase(treeSeed(scenario))
  const { runtime: db } = database
  const log = createLogger({ level: 'warn' })
  const count = Math.round(scenario.size.cameras * SHARE)
  try {
    // The database is kept; an earlier run may have been stopped in the middle of a job.
    await inSystem(db, (tx) => sql`update background_job set status = 'done', finished_at = now()`.execute(tx))
    const neighbour = await addNeighbour(db)
    const rows: string[][] = []
    const ratios: number[] = []
    const seconds: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const idle: number[] = []
      for (let at = 0; at < IDLE_LOOKS; at++) {
        idle.push(await look(db, neighbour))
        await wait(PAUSE_MS)
      }
      const began = performance.now()
      const params = { isActive: run % 2 === 1 }
      const id = await startOnCameras(db, { companyId: company, count }, (starting, options) =>
        startJob(starting, toggleActive, { ...options, params }),
      )
      const worker = startJobWorker({ db, clock: systemClock, ticker: systemTicker, log }, [toggleActive])
      const busy: number[] = []
      while (!(await isDone(db, company, id))) {
        busy.push(await look(db, neighbour))
        await wait(PAUSE_MS)
      }
      const took = (performance.now() - began) / 1_000
      await worker.stop()
      const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)]
      seconds.push(took)
      ratios.push(during / before)
      const row = [String(run + 1), figure(took), figure(before), figure(during), figure(during / before)]
      console.log(row.join(' | '))
      rows.push(row)
    }
    rows.push(['median', figure(percentile(seconds, 0.5)), '', '', figure(percentile(ratios, 0.5))])
    console.log(`\nA job on ${count.toLocaleString('en')} cameras beside another company's list, p95 in milliseconds`)
    printTable(['run', 'seconds of the job', 'list, idle', 'list, beside the job', 'ratio'], rows)
  } finally {
    await database.close()
  }
}
