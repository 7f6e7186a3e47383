import type { AuditEntry } from '@winnow/contract'
import { csvHead, csvLine } from '@winnow/domain'

export const AUDIT_HEAD = csvHead([
  'time (UTC)',
  'user',
  'acting',
  'action',
  'object',
  'name',
  'id',
  'before',
  'after',
  'address',
])

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

/** An entry as a line of CSV. */
export function auditLine(entry: AuditEntry): string {
  return csvLine([
    entry.time,
    entry.userName,
    entry.impersonatorName ?? '',
    entry.action,
    entry.objectType,
    entry.objectName ?? '',
    entry.objectId ?? '',
    json(entry.before),
    json(entry.after),
    entry.address ?? '',
  ])
}
