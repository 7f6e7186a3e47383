import type { AlarmRow, Lookers } from '@winnow/contract'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { useLookers, useLookersOfAll } from '../state/lookers.ts'
import css from './looking-mark.module.css'

/** The colleagues among some people. In a row only an icon; its tooltip and assistive technology have the names. */
function Mark({ lookers, words }: { lookers: Lookers | undefined; words?: boolean | undefined }) {
  const { t, i18n } = useTranslation('review')
  const { id } = useUser()
  const others = lookers?.people.filter(({ userId }) => userId !== id) ?? []
  if (lookers === undefined || others.length === 0) return null
  const more = lookers.count - lookers.people.length
  const names = new Intl.ListFormat(i18n.language, { type: more > 0 ? 'unit' : 'conjunction' }).format(
    others.map(({ name }) => name),
  )
  const text =
    more > 0
      ? t('looking.others', { names, n: more })
      : others.length === 1
        ? t('looking.one', { name: names })
        : t('looking.some', { names })
  return (
    <span className={css['looking']} title={text}>
      <IconEye size={14} aria-hidden="true" />
      <span className={words ? css['words'] : 'wn-visually-hidden'}>{text}</span>
    </span>
  )
}

/** Which colleagues look at an alarm now. */
export function LookingMark({ alarmId, words }: { alarmId: string; words?: boolean }) {
  return <Mark lookers={useLookers(alarmId)} words={words} />
}

/** Which colleagues look at any of these alarms now. */
export function CardLookingMark({ rows }: { rows: readonly AlarmRow[] }) {
  return <Mark lookers={useLookersOfAll(rows.map(({ id }) => id))} />
}
