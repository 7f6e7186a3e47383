import type { AlarmRow } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { throttle } from '../../../lib/throttle.ts'
import { newTrueAlarms } from '../model/new-true-alarms.ts'
import { quietStore } from './quiet.ts'

/** The least time between two announcements, because an announcement blocks other speech. Alarms in between are announced together. */
const APART_MS = 15_000

/** The text of the live region: true alarms that arrived while the list was on screen. */
export function useAnnouncer(rows: readonly AlarmRow[], listKey: string): string {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const [words, setWords] = useState('')
  const known = useRef<{ key: string; since: string; told: Set<string> } | null>(null)
  /** The next announcement, read when it is due. */
  const next = useRef<{ rows: AlarmRow[]; say: (fresh: readonly AlarmRow[]) => void }>({
    rows: [],
    say: () => undefined,
  })
  const tell = useRef<() => void>(() => undefined)
  useEffect(() => {
    const throttled = throttle(() => {
      const fresh = next.current.rows
      next.current.rows = []
      next.current.say(fresh)
    }, APART_MS)
    tell.current = throttled
    return () => throttled.cancel()
  }, [])
  useEffect(() => {
    next.current.say = (fresh) => {
      const first = fresh.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
      if (first === undefined || quietStore.get()) return
      const at = new Date(first.receivedAt)
      setWords(
        t('announce', {
          count: fresh.length,
          camera: first.viewName,
          site: first.siteName,
          time: `${formats.time(at, first.timezone)} ${formats.zoneName(at, first.timezone)}`,
        }),
      )
    }
  }, [t, formats])
  useEffect(() => {
    const newest = rows[0]
    if (known.current?.key !== listKey) {
      next.current.rows = []
      if (newest !== undefined) known.current = { key: listKey, since: newest.id, told: new Set() }
      return
    }
    const state = known.current
    const fresh = newTrueAlarms(rows, state.since, state.told)
    if (fresh.length === 0) return
    for (const row of fresh) state.told.add(row.id)
    next.current.rows.push(...fresh)
    tell.current()
  }, [rows, listKey])
  return words
}
