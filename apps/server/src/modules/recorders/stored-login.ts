import { CALLED_MAKERS, deviceAddress } from '@winnow/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * The kind of the connections that keep the login of a recorder, sealed, while its cameras are added. No connector knows it, so nothing
 * calls the recorder by it; the last step of the job makes a camera's connection of it.
 */
export const LOGIN_KIND = 'recorder-login'

/** What is known of a recorder whose cameras are added. */
export const storedLogin = deviceAddress.extend({
  maker: z.enum(CALLED_MAKERS),
  /** What it has that is wanted. */
  channels: z.array(z.object({ channel: z.string(), name: z.string(), isOnline: z.boolean().nullable() })),
  /** The numbers that are wanted and that it does not have. */
  missing: z.array(z.string()),
})
export type StoredLogin = z.output<typeof storedLogin>

/** @returns undefined where it was forgotten */
export async function findLogin(
  tx: Tx,
  loginId: string,
): Promise<{ login: StoredLogin; sealed: string | null } | undefined> {
  const row = await tx
    .selectFrom('connection')
    .select(['settings', 'sealed'])
    .where('id', '=', loginId)
    .where('kind', '=', LOGIN_KIND)
    .executeTakeFirst()
  return row && { login: storedLogin.parse(row.settings), sealed: row.sealed }
}

export const forgetLogin = (tx: Tx, loginId: string): Promise<unknown> =>
  tx.deleteFrom('connection').where('id', '=', loginId).where('kind', '=', LOGIN_KIND).execute()

/** How far a job is with its cameras; those that were refused before count neither here nor there. */
export interface Counts {
  added: number
  total: number
}

export async function countsOf(tx: Tx, jobId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select n.total, (job.processed - least(n.refused, job.processed)) - (job.failed - least(n.refused, job.failed)) as added
    from background_job job, lateral (select (count(*) filter (where refused is null))::int as total, count(refused)::int as refused
      from background_job_item where job_id = job.id) n
    where job.id = ${jobId}`.execute(tx)
  return rows[0] ?? { added: 0, total: 0 }
}
