import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The most accounts that are kept, so that nobody fills the table by dialling. */
const MOST = 100

/** How panels name themselves: by an account (SIA DC-09), or a serial number (Videofied). */
type PanelKind = 'dc09' | 'videofied'

/** Notes that an account called which belongs to no panel. Only the latest are kept. */
export async function noteUnknownPanel(
  tx: Tx,
  { kind = 'dc09', account, remoteAddress }: { kind?: PanelKind; account: string; remoteAddress: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into unknown_panel (kind, account, remote_address, last_at) values (${kind}, ${account}, ${remoteAddress}, ${now})
    on conflict (kind, account) do update set remote_address = excluded.remote_address, last_at = excluded.last_at,
      times = unknown_panel.times + 1`.execute(tx)
  await sql`
    delete from unknown_panel where kind = ${kind} and account in (
      select account from unknown_panel where kind = ${kind} order by last_at desc, account offset ${MOST})`.execute(tx)
}

/** Accounts that called and still belong to no panel, the latest first. */
export async function listUnknownPanels(tx: Tx, kind: PanelKind = 'dc09') {
  const rows = await tx
    .selectFrom('unknown_panel')
    .selectAll()
    .where('kind', '=', kind)
    .where(
      'account',
      'not in',
      kind === 'dc09' ? tx.selectFrom('panel').select('account') : tx.selectFrom('videofied_panel').select('serial'),
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
