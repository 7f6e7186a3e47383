import type { AlarmLink } from '@winnow/contract'
import type { Selectable } from 'kysely'
import type { AlarmLink as AlarmLinkTable } from '../../platform/db/types.generated.ts'

type LinkRow = Omit<Selectable<AlarmLinkTable>, 'token_hash'>

/** A revoked link stays revoked after its end, so that the list says who ended it. */
export function stateOfLink(row: Pick<LinkRow, 'revoked_at' | 'expires_at'>, now: Date): AlarmLink['state'] {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at.getTime() > now.getTime() ? 'active' : 'expired'
}

export function presentLink(row: LinkRow, now: Date): AlarmLink {
  return {
    id: row.id,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    isOfReceiver: row.receiver_id !== null,
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    state: stateOfLink(row, now),
    openCount: row.open_count,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  }
}
