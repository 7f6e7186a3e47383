import type { Verdict } from '@winnow/contract'
import { IconAlertCircle, IconClock, IconFilter, IconHelpCircle, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './verdict-badge.module.css'

const ICONS = {
  true: IconAlertCircle,
  false: IconFilter,
  unverified: IconHelpCircle,
  waiting: IconClock,
  outside: IconPlayerPause,
} as const

/** The verdict as icon, word and colour. An alarm in the state `waiting` has no verdict yet, and one in the state `outside` gets none. */
export function VerdictBadge({
  verdict: key,
  iconOnly,
}: {
  verdict: Verdict | 'waiting' | 'outside'
  iconOnly?: boolean
}) {
  const { t } = useTranslation()
  const Icon = ICONS[key]
  const word = t(`verdict.${key}`)
  return (
    <span
      className={css['badge']}
      data-verdict={key}
      data-icon-only={iconOnly || undefined}
      title={t(`verdictMeaning.${key}`)}
    >
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className={iconOnly ? 'wn-visually-hidden' : undefined}>{word}</span>
    </span>
  )
}
