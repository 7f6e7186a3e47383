import { GRANTED_TYPES } from '@winnow/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { defineJob, type JobContext, type RegisteredJob } from '../../platform/jobs/job.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { readGrants } from '../identity/index.ts'
import { addUpAhead } from './count-granted.ts'
import { foldSlots } from './fold-slots.ts'
import { createScopeSums } from './scope-sums.ts'

/** Computes sums of Home in advance, for one user or for everyone with a grant on a client. */
const sumAhead = defineJob(
  'home.sum-ahead',
  z.union([z.object({ userId: z.uuid() }), z.object({ projectId: z.uuid() })]),
)

/** Starts the job for one user. To be called in the transaction that changes what the user sees, or unblocks the user. */
export async function sumForUser(queue: Queue, tx: Tx, user: { id: string; userType: string }): Promise<void> {
  if (!GRANTED_TYPES.has(user.userType)) return
  await queue.enqueue(tx, sumAhead, { userId: user.id }, { key: `home.sum-ahead:${user.id}` })
}

/** The delay of the job in milliseconds, so that it runs once for the many sites that are added when a client is set up. */
const MORE_SITES_MS = 10_000

/** Starts the job for all users of a client. To be called in the transaction that adds a site to the client. */
export const sumForClient = (queue: Queue, tx: Tx, projectId: string, now: Date): Promise<void> =>
  queue.enqueue(
    tx,
    sumAhead,
    { projectId },
    { key: `home.sum-ahead:${projectId}`, at: new Date(now.getTime() + MORE_SITES_MS) },
  )

interface Deps {
  db: Db
  clock: Clock
}

/** The job that computes sums after a change of what a user sees. */
export function homeJobs(deps: Deps): RegisteredJob[] {
  return [registerJob(sumAhead, () => (whose, context) => makeSums(deps, whose, context))]
}

/** The hourly ticks: one adds up past quarter hours, so that users who were away find the sums ready; the other folds old slots. */
export function homeTicks(deps: Deps): Tick[] {
  return [
    { name: 'home.sums', cron: '3 * * * *', run: (context) => makeSums(deps, {}, context) },
    {
      name: 'home.fold-slots',
      cron: '9 * * * *',
      run: ({ signal }) => foldSlots(deps.db, deps.clock.now(), signal),
    },
  ]
}

/** Computes the sums of one user after another, each in a separate transaction. A set of sites that many users see is added up once. */
async function makeSums({ db, clock }: Deps, whose: Whose, { signal }: JobContext): Promise<void> {
  const now = clock.now()
  const sums = createScopeSums()
  const errors: unknown[] = []
  for (const { id, companyId } of await inSystem(db, (tx) => findViewers(tx, whose, now))) {
    signal.throwIfAborted()
    try {
      await inTenant(db, companyId, async (tx) => {
        const { grants } = await readGrants(tx, id)
        await addUpAhead(tx, companyId, grants, { now, sums })
      })
    } catch (error) {
      // One user's failure does not stop the others; it is reported at the end.
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `the sums of ${errors.length} users could not be made`)
}

/** The users whose sums are computed: one user, those with a grant on a client, or all users if both fields are missing. */
interface Whose {
  userId?: string
  projectId?: string
}

/** The number of days since the last use after which no sums are computed for a user in advance. The next view of Home is slow then. */
const SEEN_DAYS = 30

/** Users who see only what they were granted and can log in: the requested one, or all who were created or active lately. */
async function findViewers(
  tx: Tx,
  { userId, projectId }: Whose,
  now: Date,
): Promise<{ id: string; companyId: string }[]> {
  const since = new Date(now.getTime() - SEEN_DAYS * 86_400_000)
  const { rows } = await sql<{ id: string; companyId: string }>`
    select u.id, u.company_id as "companyId" from app_user u join company c on c.id = u.company_id
    where u.user_type = any(${[...GRANTED_TYPES]}) and u.disabled_at is null and c.suspended_at is null
      and ${
        userId === undefined
          ? sql`(coalesce(u.last_login_at, u.created_at) >= ${since}
              or exists (select 1 from session s where s.user_id = u.id and s.ended_at is null and s.last_used_at >= ${since}))`
          : sql`u.id = ${userId}`
      }
      and ${
        projectId === undefined
          ? sql`true`
          : sql`exists (select 1 from user_grant g where g.user_id = u.id and g.node_type = 'project' and g.node_id = ${projectId})`
      }
    order by u.id`.execute(tx)
  return rows
}
