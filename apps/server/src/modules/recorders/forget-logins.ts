import { sql } from 'kysely'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import { publishAutomation } from '../live/index.ts'
import { countsOf, forgetLogin, LOGIN_KIND } from './stored-login.ts'

export interface ForgetDeps {
  db: Db
}

interface Left {
  id: string
  company_id: string
}

const BATCH = 100

/** The logins of jobs that ended before their last step: somebody has cancelled them, or they could not go on. */
const findLeft = (db: Db): Promise<Left[]> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<Left>`
      select c.id, c.company_id from connection c
      where c.kind = ${LOGIN_KIND} and not exists (select 1 from background_job job
        where job.company_id = c.company_id and job.status <> 'done' and job.params ->> 'loginId' = c.id::text)
      order by c.id limit ${BATCH}`.execute(tx)
    return rows
  })

interface Ended {
  id: string
  planning: boolean
  site_id: string
  site_name: string
  project_id: string
}

/** Tells consoles that nothing more comes, since they show the cameras of a site until all are added. */
async function tell(tx: Tx, { id: loginId, company_id: companyId }: Left): Promise<void> {
  const { rows } = await sql<Ended>`
    select job.id, job.planning, site.id as site_id, site.name as site_name, site.project_id from background_job job
      join site on site.id = (job.params ->> 'siteId')::uuid
    where job.company_id = ${companyId} and job.params ->> 'loginId' = ${loginId} and site.deleted_at is null`.execute(
    tx,
  )
  const [job] = rows
  if (!job) return
  const place = { projectId: job.project_id, siteId: job.site_id, siteName: job.site_name }
  const { added, total } = await countsOf(tx, job.id)
  await publishAutomation(tx, companyId, [
    job.planning
      ? {
          type: 'automation.site',
          ...place,
          currentProcess: 'complete',
          success: false,
          partialFail: false,
          automationCameraFeature: true,
        }
      : {
          type: 'automation.progress',
          ...place,
          addedCount: added,
          totalCamera: total,
          isCompleted: true,
          isProcessingPending: false,
        },
  ])
}

/** Forgets logins that no job needs any more, and ends the progress of their sites. */
export async function forgetLogins({ db }: ForgetDeps): Promise<void> {
  for (const left of await findLeft(db))
    // oxlint-disable-next-line no-await-in-loop -- one transaction of each company
    await inTenant(db, left.company_id, async (tx) => {
      await tell(tx, left)
      await forgetLogin(tx, left.id)
    })
}

export const forgetTicks = (deps: ForgetDeps): Tick[] => [
  { name: 'recorders.forget-logins', cron: '* * * * *', run: () => forgetLogins(deps) },
]
