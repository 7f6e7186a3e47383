import type { Panel } from '@winnow/contract'
import { IconAlertTriangle, IconCircleCheck, IconClockPause, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './panel.module.css'

const SILENT_MS = 24 * 3_600_000

type State = 'empty' | 'never' | 'silent' | 'failing' | 'working'

/** How the connection of a panel does. */
function stateOf(panel: Panel | null, now: Date): State {
  if (!panel) return 'empty'
  const { seenAt, problem } = panel
  if (problem && (seenAt === null || problem.at >= seenAt)) return 'failing'
  if (seenAt === null) return 'never'
  return now.getTime() - Date.parse(seenAt) > SILENT_MS ? 'silent' : 'working'
}

const ICONS = {
  empty: IconPlugConnected,
  never: IconPlugConnected,
  silent: IconClockPause,
  failing: IconAlertTriangle,
  working: IconCircleCheck,
} as const

/** Says how the connection of a panel does, and what to do about it. */
export function PanelState({ panel, zone }: { panel: Panel | null; zone: string }) {
  const { t } = useTranslation('clients')
  const [now] = useState(() => new Date())
  const state = stateOf(panel, now)
  const Icon = ICONS[state]
  const at = state === 'failing' ? panel?.problem?.at : panel?.seenAt
  return (
    <div className={css['state']} data-state={state} role="group" aria-label={t('panel.connection')}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <strong>{t(`panel.state.${state}`)}</strong>
        <p>{state === 'failing' ? t(`panel.problem.${panel?.problem?.code ?? 'format'}`) : t(`panel.what.${state}`)}</p>
        {at && (
          <p className={css['at']}>
            {t(state === 'failing' ? 'panel.refused' : 'panel.lastMessage')} <TimeText at={at} zone={zone} />
          </p>
        )}
      </div>
    </div>
  )
}
