import type { Receiver } from '@winnow/contract'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { openReceiverSecrets, secretNames } from './receiver-secrets.ts'

interface Row {
  id: string
  site_id: string
  kind: string
  name: string
  active: boolean
  disabled_reason: string | null
  config: unknown
  secrets: string | null
  failures: number
  last_success_at: Date | null
  last_failure_at: Date | null
  last_error: string | null
  last_status: number | null
  last_detail: string | null
  failing_since: Date | null
  waiting: string
  given_up: string
  backup_id: string | null
  after_failures: number
  after_seconds: number
  escalate_to: string[]
  down_since: Date | null
  escalated_at: Date | null
}

const present = (row: Row, keys: KeyRing): Receiver => ({
  id: row.id,
  siteId: row.site_id,
  kind: row.kind,
  name: row.name,
  active: row.active,
  disabledReason: row.disabled_reason,
  config: row.config as Receiver['config'],
  secretsSet: secretNames(openReceiverSecrets(keys, row.id, row.secrets)),
  failures: row.failures,
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  lastFailureAt: row.last_failure_at?.toISOString() ?? null,
  lastError: row.last_error,
  lastStatus: row.last_status,
  lastDetail: row.last_detail,
  retryingSince: Number(row.waiting) > 0 ? (row.failing_since?.toISOString() ?? null) : null,
  waiting: Number(row.waiting),
  givenUp: Number(row.given_up),
  fallback: {
    backupId: row.backup_id,
    afterFailures: row.after_failures,
    afterSeconds: row.after_seconds,
    escalateTo: row.escalate_to,
  },
  downSince: row.down_since?.toISOString() ?? null,
  escalatedAt: row.escalated_at?.toISOString() ?? null,
})

/** Selects the receivers of a site, or one receiver, with the numbers of waiting and failed messages. The rows contain no secrets. */
export async function selectReceivers(
  tx: Tx,
  keys: KeyRing,
  companyId: string,
  wanted: { siteId: string } | { id: string },
): Promise<Receiver[]> {
  const condition = 'siteId' in wanted ? sql`r.site_id = ${wanted.siteId}` : sql`r.id = ${wanted.id}`
  const { rows } = await sql<Row>`
    select r.id, r.site_id, r.kind, r.name, r.active, r.disabled_reason, r.config, r.secrets,
      r.failures, r.last_success_at, r.last_failure_at, r.last_error, r.last_status, r.last_detail, r.failing_since,
      b.id as backup_id, r.after_failures, r.after_seconds, r.escalate_to, r.down_since, r.escalated_at,
      (select count(*) from delivery d where d.receiver_id = r.id and d.state = 'pending') as waiting,
      (select count(*) from delivery d where d.receiver_id = r.id and d.state = 'dead') as given_up
    from receiver r left join receiver b on b.id = r.backup_id and b.deleted_at is null
    where r.company_id = ${companyId} and r.deleted_at is null and ${condition}
    order by lower(r.name), r.id`.execute(tx)
  return rows.map((row) => present(row, keys))
}
