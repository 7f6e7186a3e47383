import type { AlarmRow } from '@winnow/contract'

/** True alarms newer than `since` that were not announced yet, the newest first. Test alarms are left out. */
export function newTrueAlarms(rows: readonly AlarmRow[], since: string, told: ReadonlySet<string>): AlarmRow[] {
  const fresh: AlarmRow[] = []
  for (const row of rows) {
    if (row.id <= since) break
    if (row.verdict === 'true' && !row.isTest && !told.has(row.id)) fresh.push(row)
  }
  return fresh
}
