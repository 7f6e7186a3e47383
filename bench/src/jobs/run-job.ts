import type { startJob, Starting, StartOptions } from '@winnow/server/src/modules/background-jobs/start-job.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import type { Actor } from '@winnow/server/src/platform/http/actor.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { sql } from 'kysely'

const nothing = async () => {}

/**
 * Starts a background job on the first cameras of a company, by site.
 * @param begin starts a job of one kind
 * @returns the id of the job
 */
export async function startOnCameras(
  db: Db,
  { companyId, count }: { companyId: string; count: number },
  begin: (
    starting: Starting,
    options: { wake: () => void } & Required<Pick<StartOptions<never>, 'items'>>,
  ) => ReturnType<typeof startJob>,
): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job reads no other fields of its author
  const actor = { userId: null, name: 'Bench', address: '127.0.0.1', impersonator: null } as unknown as Actor
  const reply = await inTenant(db, companyId, (tx) =>
    begin(
      {
        tx,
        actor,
        companyId,
        now: systemClock.now(),
        requestId: newId(),
        audit: nothing,
        publish: nothing,
        afterCommit: () => {},
      },
      {
        wake: () => {},
        items: sql`select id as object_id, null::text as refused, null::text as name from view
          where company_id = ${companyId} and deleted_at is null order by site_id, id limit ${count}`,
      },
    ),
  )
  if (!('job' in reply)) throw new Error('no job')
  return reply.job.id
}

/** Whether a job has ended. */
export async function isDone(db: Db, companyId: string, id: string): Promise<boolean> {
  const { rows } = await inTenant(db, companyId, (tx) =>
    sql<{ status: string }>`select status from background_job where id = ${id}`.execute(tx),
  )
  return rows[0]?.status === 'done'
}
