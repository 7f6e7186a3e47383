import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { classesOf } from '../../model/fold.ts'
import type { Label } from '../../model/label-queue.ts'
import type { Line } from '../../model/lines.ts'
import { stateOf } from '../../model/matches-filters.ts'
import { CardLookingMark } from '../looking-mark.tsx'
import css from './alarm-row-item.module.css'
import { LabelMark, PickMark, RowExtras } from './row-marks.tsx'
import { RowThumb } from './row-thumb.tsx'
import { showsSame } from './use-pick.ts'

interface CardItemProps {
  line: Line
  /** The label that all alarms of the card have. */
  label: Label
  /** Whether the label of at least one alarm has not reached the server yet. */
  unsent: boolean
  open: boolean
  /** How many alarms of the card are selected; undefined while nothing is. */
  share: 'none' | 'some' | 'all' | undefined
  thumbnail: boolean
  position: number
  total: number
  onLine: (line: Line, event: MouseEvent) => void
  onToggle: (line: Line) => void
}

/** The number of alarms on a card, which opens and closes it. */
function CardCount({ line, onToggle }: Pick<CardItemProps, 'line' | 'onToggle'>) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const count = line.card.rows.length
  const Chevron = line.isOpen ? IconChevronDown : IconChevronRight
  return (
    // A part of the option and no button: keys open and close the card, and the sheet of keys names them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className={css['fold']}
      title={t(line.isOpen ? 'card.close' : 'card.open')}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(line)
      }}
    >
      <span aria-hidden="true">{formats.number(count)}</span>
      <Chevron size={14} aria-hidden="true" />
      <span className="wn-visually-hidden">{t(line.isOpen ? 'card.opened' : 'card.closed', { count })}</span>
    </span>
  )
}

/** Several alarms of one camera in one line: how many, from when to when, and the most important verdict. */
export const CardItem = memo(function CardItem(props: CardItemProps) {
  const { line, label, unsent, open, share, thumbnail, position, total, onLine, onToggle } = props
  const formats = useFormats()
  const { row, head, card } = line
  const minute = (at: string) => formats.time(new Date(at), formats.zone, { seconds: false })
  const from = minute((card.rows.at(-1) ?? head).receivedAt)
  const to = minute(head.receivedAt)
  const place = `${row.projectName} · ${row.siteName}`
  const isSelected = share === undefined ? open : share === 'all'
  return (
    // As in an alarm's row: the list has the focus and handles keys, and cards are chosen by pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role
    <div
      id={`alarm-${line.id}`}
      className={css['row']}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={total}
      data-card={line.isOpen ? 'open' : 'closed'}
      data-open={open || undefined}
      data-picked={share === 'all' || share === 'some' || undefined}
      onClick={(event) => onLine(line, event)}
    >
      <span className={css['lead']}>
        {share !== undefined && <PickMark share={share} />}
        {thumbnail && <RowThumb row={row} />}
        <span className={css['verdict']}>
          <VerdictBadge verdict={stateOf(row)} iconOnly />
        </span>
      </span>
      <span className={css['line']}>
        <span className={css['camera']} title={row.viewName}>
          {row.viewName}
        </span>
        <span className={css['time']} title={`${from} – ${to}`}>
          {from === to ? to : `${from}–${to}`}
        </span>
        <CardCount line={line} onToggle={onToggle} />
      </span>
      <span className={css['line']}>
        <span className={css['place']} title={place}>
          <span>{row.projectName}</span>
          {' · '}
          <span>{row.siteName}</span>
        </span>
        <span className={css['siteTime']}>
          <BothTimes at={head.receivedAt} zone={head.timezone} first="user" part="second" />
        </span>
        {/* The rows of an opened card say it themselves. */}
        {!line.isOpen && <CardLookingMark rows={card.rows} />}
        <RowExtras
          classes={classesOf(card)}
          rule={card.rows.find((each) => each.rule !== null)?.rule ?? null}
          notes={card.rows.reduce((sum, { noteCount }) => sum + noteCount, 0)}
          isTest={card.rows.every(({ isTest }) => isTest)}
        />
        <LabelMark label={label} unsent={unsent} />
      </span>
    </div>
  )
}, showsSame)
