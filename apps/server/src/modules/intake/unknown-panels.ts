import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The most accounts that are kept, so that nobody fills the table by dialling. */
const MOST = 100

/** Notes that an account called which belongs to no panel. Only the latest are kept. */
export async function noteUnknownPanel(tx: Tx, account: string, remoteAddress: string, now: Date): Promise<void> {
  await sql`
    insert into unknown_panel (account, remote_address, last_at) values (${account}, ${remoteAddress}, ${now})
    on conflict (account) do update set remote_address = excluded.remote_address, last_at = excluded.last_at,
      times = unknown_panel.times + 1`.execute(tx)
  await sql`
    delete from unknown_panel where account in (
      select account from unknown_panel order by last_at desc, account offset ${MOST})`.execute(tx)
}

/** Accounts that called and still belong to no panel, the latest first. */
export async function listUnknownPanels(tx: Tx) {
  const rows = await tx
    .selectFrom('unknown_panel')
    .selectAll()
    .where((row) =>
      row.not(row.exists(row.selectFrom('panel').select('id').whereRef('panel.account', '=', 'unknown_panel.account'))),
    )
    .orderBy('last_at', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    account: row.account,
    address: row.remote_address,
    lastAt: row.last_at.toISOString(),
    times: row.times,
  }))
}
