import { useQueryClient } from '@tanstack/react-query'
import type { Operation } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { operationKey } from '../../lib/query/use-operation.ts'
import { showToast } from '../toasts/toast-store.ts'
import { type EachResult, runEach } from './run-each.ts'

/** The rows for which an action is to be performed, and a function that ends their selection. */
export interface Chosen<Row> {
  rows: readonly Row[]
  clear?: (() => void) | undefined
}

interface Bulk<Row> {
  chosen: Chosen<Row> | undefined
  run: (row: Row) => Promise<unknown>
  invalidates: readonly Operation[]
  doneText: (count: number) => string
  onClose: () => void
}

/** The state of an action for several rows. */
export function useBulk<Row>({ chosen, run, invalidates, doneText, onClose }: Bulk<Row>) {
  const queries = useQueryClient()
  const [last, setLast] = useState<Chosen<Row>>()
  const [progress, setProgress] = useState<number>()
  const [result, setResult] = useState<EachResult<Row>>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  // The dialog keeps its content during the closing animation.
  if (chosen && chosen !== last) {
    setLast(chosen)
    setResult(undefined)
  }
  const all = (chosen ?? last)?.rows ?? []
  const rows = result ? [...result.failed.map(({ row }) => row), ...result.left] : all
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await runEach(rows, run, { signal: abort.signal, onProgress: setProgress })
    setProgress(undefined)
    for (const stale of invalidates) void queries.invalidateQueries({ queryKey: operationKey(stale) })
    if (outcome.failed.length + outcome.left.length > 0) {
      // After a retry, the rows that succeeded in earlier attempts are counted too.
      setResult({ ...outcome, done: [...(result?.done ?? []), ...outcome.done] })
      return
    }
    showToast({ type: 'success', message: doneText(all.length) })
    chosen?.clear?.()
    onClose()
  }
  return { rows, progress, result, start: () => void start(), stop: () => running.current?.abort() }
}
