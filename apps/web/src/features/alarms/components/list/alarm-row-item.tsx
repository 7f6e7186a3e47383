import type { AlarmRow } from '@winnow/contract'
import { IconCheck, IconMessage, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import type { Label } from '../../model/label-queue.ts'
import { ClassIcon } from '../class-icon.tsx'
import css from './alarm-row-item.module.css'

export const optionId = (alarmId: string) => `alarm-${alarmId}`

/** Mark of a person's label, with the word for those who do not see it. */
function LabelMark({ label, unsent }: { label: Label; unsent: boolean }) {
  const { t } = useTranslation('alarms')
  if (label === null) return <span className={css['mark']} />
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
  /** Only here because it is open. */
  leaves: boolean
  /** Today's date as it is written; other days show theirs. */
  today: string
  position: number
  total: number
  onOpen: (id: string) => void
}

/** One line of the list. */
export const AlarmRowItem = memo(function AlarmRowItem({
  row,
  label,
  unsent,
  open,
  leaves,
  today,
  position,
  total,
  onOpen,
}: AlarmRowItemProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const at = new Date(row.receivedAt)
  const day = formats.date(at)
  return (
    // The list has the focus and the keys; a row is chosen by pointer here and by arrow there.
    // An `option` element can stand only in a `select`, which cannot show this.
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
      <VerdictBadge verdict={row.verdict} iconOnly />
      <time className={css['time']} dateTime={row.receivedAt}>
        {day !== today && <span className={css['date']}>{day.slice(0, 5)}</span>}
        {formats.time(at)}
      </time>
      <span className={css['place']} title={`${row.viewName}, ${row.projectName} / ${row.siteName}`}>
        <span className={css['camera']}>{row.viewName}</span>
        <span className={css['site']}>{row.siteName}</span>
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
    </div>
  )
})
