import type { FoundObject } from '@winnow/contract'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VirtualList } from '../../ui/virtual-list.tsx'
import css from './investigate.module.css'
import { ObjectCard } from './object-card.tsx'
import type { useObjects } from './use-objects.ts'

const CARD = { width: 168, height: 236 }
/** At how many lines below the last rendered one the next page is fetched. */
const AHEAD = 4

/** By how many cards each key moves, with this number of cards in a line. */
const stepOf = (key: string, columns: number): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[key]

interface ObjectsGridProps {
  rows: readonly FoundObject[]
  pages: ReturnType<typeof useObjects>['pages']
}

/** The objects in lines of cards, of which only the visible ones are rendered. Arrow keys move between them. */
export function ObjectsGrid({ rows, pages }: ObjectsGridProps) {
  const { t } = useTranslation('investigate')
  const { ref, width } = useElementSize()
  const columns = Math.max(1, Math.floor(width / CARD.width))
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, index) =>
    rows.slice(index * columns, (index + 1) * columns),
  )
  const last = useRef(-1)
  const loadMore = () => {
    if (last.current >= lines.length - AHEAD && pages.hasNextPage && !pages.isFetching && !pages.isError)
      void pages.fetchNextPage({ cancelRefetch: false })
  }
  useEffect(loadMore)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event.key, columns)
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-object]')]
    const at = cards.findIndex((card) => card === document.activeElement)
    const next = step === undefined || at < 0 ? undefined : cards[at + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the cards have the focus; the keys only move it
    <div ref={ref} className={css['scroll']} onKeyDown={onKeyDown}>
      <VirtualList
        label={t('found')}
        rows={lines}
        rowKey={(line) => (line[0] ? `${line[0].alarmId} ${line[0].number}` : '')}
        rowHeight={CARD.height}
        onRange={(_, to) => {
          last.current = to
          loadMore()
        }}
        render={(line) => (
          <div className={css['line']} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {line.map((object) => (
              <ObjectCard key={`${object.alarmId} ${object.number}`} object={object} />
            ))}
          </div>
        )}
      />
    </div>
  )
}
