import type { AlarmRow } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { newTrueAlarms } from '../model/new-true-alarms.ts'

/** Words for the live region: true alarms that came in while the list was on the screen. */
export function useAnnouncer(rows: readonly AlarmRow[], listKey: string): string {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const [words, setWords] = useState('')
  const known = useRef<{ key: string; since: string; told: Set<string> } | null>(null)
  useEffect(() => {
    const newest = rows[0]
    if (known.current?.key !== listKey) {
      if (newest !== undefined) known.current = { key: listKey, since: newest.id, told: new Set() }
      return
    }
    const state = known.current
    const fresh = newTrueAlarms(rows, state.since, state.told)
    const first = fresh[0]
    if (first === undefined) return
    for (const row of fresh) state.told.add(row.id)
    const at = new Date(first.receivedAt)
    setWords(
      t('announce', {
        count: fresh.length,
        camera: first.viewName,
        site: first.siteName,
        time: `${formats.time(at, first.timezone)} ${formats.zoneName(at, first.timezone)}`,
      }),
    )
  }, [rows, listKey, t, formats])
  return words
}
