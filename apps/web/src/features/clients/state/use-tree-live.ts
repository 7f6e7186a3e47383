import { getGroup, listGroups, type LiveEvent } from '@winnow/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'
import { treeChangesStore } from '../../../lib/tree-changes.ts'
import { outdateLevels } from './tree-pages.ts'
import { refreshNode, refreshTree } from './tree-queries.ts'

/** The time for which changes are collected, in milliseconds. An import changes thousands of nodes in a second. */
const LIVE_MS = 300
/** If more nodes than this change at once, everything on screen is reloaded instead of single nodes. */
const SINGLY_MOST = 10

const warn = (error: unknown) => handleError(error, { level: 'warning' })

type Changed = Extract<LiveEvent, { type: 'tree.changed' }>

/** Collects changes, and refreshes the affected nodes at most once per {@link LIVE_MS}. */
function collector(queries: QueryClient) {
  let changed: Changed[] = []
  const run = throttle(() => {
    const all = changed
    changed = []
    const work =
      all.length > SINGLY_MOST ? refreshTree(queries) : Promise.all(all.map((each) => refreshNode(queries, each)))
    work.catch(warn)
  }, LIVE_MS)
  return {
    add: (event: Changed) => {
      changed.push(event)
      run()
    },
    cancel: run.cancel,
  }
}

/** Keeps the tree and the open pane up to date with the live stream. */
export function useTreeLive(): void {
  const queries = useQueryClient()
  const changes = useMemo(() => collector(queries), [queries])
  useEffect(() => changes.cancel, [changes])
  useEffect(() => {
    const unsubscribe = treeChangesStore.subscribe(() => void refreshTree(queries).catch(warn))
    return () => {
      unsubscribe()
      // Loaded pages are kept while another page is open, but live events are not received then.
      outdateLevels()
    }
  }, [queries])
  useLive(['tree.changed', 'group.changed', 'resync'], (event) => {
    if (event.type === 'group.changed')
      for (const shown of [listGroups, getGroup]) void queries.invalidateQueries({ queryKey: operationKey(shown) })
    else if (event.type === 'resync') refreshTree(queries).catch(warn)
    else changes.add(event)
  })
}
