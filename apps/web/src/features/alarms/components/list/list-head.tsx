import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Hint } from '../../../../ui/hint.tsx'
import css from './alarm-list.module.css'
import { useDayText } from './use-day-text.ts'

interface ListHeadProps {
  /** An instant on the day of the first visible row. */
  at: string
  /** New alarms that are not in the list, or are scrolled out above. */
  unseen: number
  /** Whether there are more new alarms than `unseen`. */
  more: boolean
  onNewest: () => void
}

/** The list's head: the day of the rows below, and the number of new alarms. It keeps its size, so that nothing moves. */
export function ListHead({ at, unseen, more, onNewest }: ListHeadProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const day = useDayText()(at)
  return (
    <div className={css['head']}>
      <span className={css['day']} title={day}>
        {day}
      </span>
      {/* The text has no number, so that it is announced once and not for each alarm. The visible button shows the number. */}
      <span className="wn-visually-hidden" aria-live="polite">
        {unseen > 0 && t('unseenAnnounce')}
      </span>
      {unseen > 0 && (
        <Hint label={t('unseenHint')} keys={['.']}>
          <button type="button" className={css['unseen']} onClick={onNewest} aria-keyshortcuts=".">
            <IconArrowUp size={14} aria-hidden="true" />
            {t(more ? 'unseenMore' : 'unseen', { count: unseen, n: formats.number(unseen) })}
          </button>
        </Hint>
      )}
    </div>
  )
}

/** The heading above the rows of another day. Hidden from assistive technology, for which each row contains its day. */
export function DayHeading({ at }: { at: string }) {
  const day = useDayText()(at)
  return (
    <div className={css['dayHeading']} aria-hidden="true">
      {day}
    </div>
  )
}
