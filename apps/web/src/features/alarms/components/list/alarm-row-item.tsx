import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { stateOf } from '../../model/matches-filters.ts'
import type { Label } from '../../model/label-queue.ts'
import type { Line } from '../../model/lines.ts'
import { LookingMark } from '../looking-mark.tsx'
import css from './alarm-row-item.module.css'
import { LabelMark, PickMark, RowExtras } from './row-marks.tsx'
import { RowThumb } from './row-thumb.tsx'
import { showsSame } from './use-pick.ts'

interface AlarmRowItemProps {
  line: Line
  label: Label
  /** The label has not reached the server yet. */
  unsent: boolean
  open: boolean
  /** Whether the alarm is selected; undefined while nothing is. */
  share: 'none' | 'all' | undefined
  /** The thumbnail is shown. */
  thumbnail: boolean
  /** Whether the row no longer matches and stays only because it is open or because somebody is using the list. */
  leaves: boolean
  /** Whether the day of the alarm differs from the day of the heading above. */
  ownDay: boolean
  position: number
  total: number
  onLine: (line: Line, event: MouseEvent) => void
}

/** An alarm in the list: the camera, with its place below. */
export const AlarmRowItem = memo(function AlarmRowItem({
  line,
  label,
  unsent,
  open,
  share,
  thumbnail,
  leaves,
  ownDay,
  position,
  total,
  onLine,
}: AlarmRowItemProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { row } = line
  const day = formats.date(new Date(row.receivedAt))
  const place = `${row.projectName} · ${row.siteName}`
  return (
    // The list has the focus and handles keys; rows are chosen by pointer. An `option` element is allowed only in a `select`, which cannot
    // show this.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role
    <div
      id={`alarm-${line.id}`}
      className={css['row']}
      role="option"
      aria-selected={share === undefined ? open : share === 'all'}
      aria-posinset={position}
      aria-setsize={total}
      data-card={line.isInCard ? 'member' : undefined}
      data-open={open || undefined}
      data-picked={share === 'all' || undefined}
      data-leaves={leaves || undefined}
      title={leaves ? t('rowLeaves') : undefined}
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
        <span className={css['time']}>
          {ownDay ? <span>{day.slice(0, 5)} </span> : <span className="wn-visually-hidden">{day} </span>}
          <BothTimes at={row.receivedAt} zone={row.timezone} first="user" show="time" part="first" />
        </span>
      </span>
      <span className={css['line']}>
        <span className={css['place']} title={place}>
          <span>{row.projectName}</span>
          {' · '}
          <span>{row.siteName}</span>
        </span>
        <span className={css['siteTime']}>
          <BothTimes at={row.receivedAt} zone={row.timezone} first="user" part="second" />
        </span>
        <LookingMark alarmId={row.id} />
        <RowExtras classes={row.classes} rule={row.rule} notes={row.noteCount} isTest={row.isTest} />
        <LabelMark label={label} reason={unsent ? null : row.labelReason} unsent={unsent} />
      </span>
    </div>
  )
}, showsSame)
