import type { AlarmRow } from '@winnow/contract'
import { z } from 'zod'
import { createStore, useStore } from '../../../lib/create-store.ts'
import { createStoredStore } from '../../../lib/stored.ts'
import { foldRows, noFolding } from '../model/fold.ts'
import { arrange, singleCards, type Lines } from '../model/lines.ts'

/** Whether this browser folds the alarms of one camera into cards. */
export const cardsStore = createStoredStore('winnow.alarm-cards', z.boolean(), true)

export type ListCards = ReturnType<typeof createListCards>

/** The cards of one list and which of them are opened. They outlive the screen, as the list does. */
export function createListCards(rowsNow: () => readonly AlarmRow[]) {
  const opened = createStore<ReadonlySet<string>>(new Set())
  let folding = noFolding
  let made: { rows: readonly AlarmRow[]; isFolded: boolean; opened: ReadonlySet<string>; lines: Lines } | undefined

  return {
    opened,
    /** The lines of the shown rows. The same object until rows, opened cards or the option change. */
    lines(): Lines {
      const now = { rows: rowsNow(), isFolded: cardsStore.get(), opened: opened.get() }
      if (made?.rows === now.rows && made.isFolded === now.isFolded && made.opened === now.opened) return made.lines
      const isKnown = made?.rows === now.rows && made.isFolded
      if (now.isFolded && !isKnown) folding = foldRows(folding, now.rows)
      made = { ...now, lines: arrange(now.isFolded ? folding.cards : singleCards(now.rows), now.opened) }
      return made.lines
    },
    /** Opens or closes a card. */
    show(key: string, isOpen: boolean) {
      opened.set((keys) => {
        const others = [...keys].filter((other) => other !== key)
        return new Set(isOpen ? [...others, key] : others)
      })
    },
  }
}

/** The lines of a list, for a component that renders when the shown rows change. */
export function useLines({ cards }: { cards: ListCards }): Lines {
  useStore(cardsStore)
  useStore(cards.opened)
  return cards.lines()
}
