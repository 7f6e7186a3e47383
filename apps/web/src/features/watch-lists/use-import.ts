import { importWatchPlates, listWatchLists, listWatchPlates, searchWatchPlates, type WatchList } from '@winnow/contract'
import { useState } from 'react'
import { useOperation } from '../../lib/query/use-operation.ts'
import { importsOf, type PlateLine } from './model/pasted-plates.ts'

/** How far an import came. */
interface Progress {
  parts: number
  plates: number
  added: number
  updated: number
}
const NONE: Progress = { parts: 0, plates: 0, added: 0, updated: 0 }

/**
 * Sends plates, in parts that each fit one import. If one fails, those before it stay imported, and the next try goes on with it, unless
 * something else is to be sent: then it begins anew (`restart`). Returns how many plates were new and how many were in the list already.
 */
export function useImport(list: WatchList) {
  const send = useOperation(importWatchPlates, {
    inlineErrors: true,
    invalidates: [listWatchPlates, searchWatchPlates, listWatchLists],
  })
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(NONE)
  const run = async (lines: readonly PlateLine[], { replace, expiresAt }: { replace: boolean; expiresAt?: string }) => {
    setBusy(true)
    let total = done
    try {
      for (const [at, part] of importsOf(lines).entries()) {
        if (at < done.parts) continue
        const plates = part.map(({ plate, note }) => ({ plate, note, ...(expiresAt ? { expiresAt } : {}) }))
        // oxlint-disable-next-line no-await-in-loop -- a part that replaces the list must come before the others
        const { added, updated } = await send.mutateAsync({
          params: { id: list.id },
          body: { plates, replace: replace && at === 0 },
        })
        total = {
          parts: at + 1,
          plates: total.plates + plates.length,
          added: total.added + added,
          updated: total.updated + updated,
        }
        setDone(total)
      }
      return total
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, error: send.error, done: done.plates, restart: () => setDone(NONE) }
}
