import type { HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { askToDiscard, wouldLose } from './discard-question.ts'
import { hasUnsaved } from './unsaved-store.ts'

type HistoryAction = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0]['action']

/** The index of a page in the browser's history. */
const placeOf = ({ state: { __TSR_index: index } }: HistoryLocation): number => index

const LOGOUT = '/logout'

/** Continues a blocked navigation. */
function goOn(history: RouterHistory, action: HistoryAction, from: HistoryLocation, to: HistoryLocation): void {
  const now = { ignoreBlocker: true }
  if (action === 'PUSH') history.push(to.href, to.state, now)
  else if (action === 'REPLACE') history.replace(to.href, to.state, now)
  else history.go(placeOf(to) - placeOf(from), now)
}

/**
 * Blocks navigation that would lose changes, asks, and repeats the navigation if confirmed. It is blocked at once, not after the answer, so
 * that the address stays that of the visible page, even if the user presses Back again or reloads meanwhile.
 * @returns a function that removes the block
 */
export function blockNavigation(history: RouterHistory): () => void {
  return history.block({
    enableBeforeUnload: hasUnsaved,
    blockerFn: ({ action, currentLocation: from, nextLocation: to }) => {
      const isSamePage = from.pathname === to.pathname && from.search === to.search
      const parting = to.pathname === LOGOUT ? 'logout' : 'leave'
      if (isSamePage || !wouldLose(parting)) return false
      void askToDiscard(parting).then((discard) => discard && goOn(history, action, from, to))
      return true
    },
  })
}
