import type { AlarmRow } from '@winnow/contract'
import { IconCheck, IconMessage, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { stateOf } from '../../model/matches-filters.ts'
import type { Label } from '../../model/label-queue.ts'
import { ClassIcon } from '../class-icon.tsx'
import { RowThumb } from './row-thumb.tsx'
import css from './alarm-row-item.module.css'

export const optionId = (alarmId: string) => `alarm-${alarmId}`

/** The icon of a person's label, with a text for assistive technology. */
function LabelMark({ label, unsent }: { label: Label; unsent: boolean }) {
  const { t } = useTranslation('alarms')
  if (label === null) return null
  const word = t(label ? 'label.true' : 'label.false')
  const text = t(unsent ? 'rowUnsent' : 'rowLabelled', { label: word })
  const Icon = label ? IconCheck : IconX
  return (
    <span className={css['mark']} data-label={label} data-unsent={unsent || undefined} title={text}>
      <Icon size={14} stroke={2.5} aria-hidden="true" />
      <span className="wn-visually-hidden">{text}</span>
    </span>
  )
}

interface AlarmRowItemProps {
  row: AlarmRow
  label: Label
  /** The label has not reached the server yet. */
  unsent: boolean
  open: boolean
  /** The thumbnail is shown. */
  thumbnail: boolean
  /** Whether the row no longer matches and stays only because it is open or because somebody is using the list. */
  leaves: boolean
  /** Whether the day of the alarm differs from the day of the heading above. */
  ownDay: boolean
  position: number
  total: number
  onOpen: (id: string) => void
}

/** An alarm in the list: the camera, with its place below. */
export const AlarmRowItem = memo(function AlarmRowItem({
  row,
  label,
  unsent,
  open,
  thumbnail,
  leaves,
  ownDay,
  position,
  total,
  onOpen,
}: AlarmRowItemProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const day = formats.date(new Date(row.receivedAt))
  const place = `${row.projectName} · ${row.siteName}`
  return (
    // The list has the focus and handles keys; rows are chosen by pointer. An `option` element is allowed only in a `select`, which cannot
    // show this.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role
    <div
      id={optionId(row.id)}
      className={css['row']}
      role="option"
      aria-selected={open}
      aria-posinset={position}
      aria-setsize={total}
      data-leaves={leaves || undefined}
      title={leaves ? t('rowLeaves') : undefined}
      onClick={() => onOpen(row.id)}
    >
      <span className={css['lead']}>
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
        <span className={css['extras']}>
          {row.isTest && <span className={css['test']}>{t('test')}</span>}
          {row.classes.map((name) => (
            <ClassIcon key={name} name={name} />
          ))}
          {row.noteCount > 0 && (
            <span className={css['notes']} title={t('rowNotes', { count: row.noteCount })}>
              <IconMessage size={13} aria-hidden="true" />
              <span aria-hidden="true">{row.noteCount}</span>
              <span className="wn-visually-hidden">{t('rowNotes', { count: row.noteCount })}</span>
            </span>
          )}
        </span>
        <LabelMark label={label} unsent={unsent} />
      </span>
    </div>
  )
})
