import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Records a failed login, with its account if there is one. The statement is the same with and without an account, so that neither the
 * number of queries nor their kind reveals whether the account exists.
 * @param attempt.email the normalised address
 */
export async function recordFailedLogin(
  tx: Tx,
  attempt: { email: string; address: string; requestId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into audit (id, company_id, time, user_id, user_name, action, object_type, object_id, object_name, address, request_id)
    select ${newId(now.getTime())}::uuid, company_id, ${now}::timestamptz, id, name, 'login.failed', 'user', id::text, name,
      ${attempt.address}, ${attempt.requestId}
    from app_user where lower(email) = ${attempt.email}`.execute(tx)
}
