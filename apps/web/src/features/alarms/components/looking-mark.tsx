import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { useLookers } from '../state/lookers.ts'
import css from './looking-mark.module.css'

/** Which colleagues look at an alarm now. In a row only an icon; its tooltip and assistive technology have the names. */
export function LookingMark({ alarmId, words }: { alarmId: string; words?: boolean }) {
  const { t, i18n } = useTranslation('review')
  const { id } = useUser()
  const lookers = useLookers(alarmId)
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
