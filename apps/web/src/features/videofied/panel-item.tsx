import type { VideofiedPanel } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { vmsCss as css } from '../digital-watchdog/index.ts'
import { panelState } from './panel-state.ts'

const LOOKS = { never: 'muted', silent: 'warning', failing: 'warning', working: 'works' } as const

interface PanelItemProps {
  panel: VideofiedPanel
  onChange: () => void
  onDelete: () => void
}

/** A panel: how it does and what to do about it, what it reported last, and whose cameras its detectors are. */
export function PanelItem({ panel, onChange, onDelete }: PanelItemProps) {
  const { t } = useTranslation(['videofied', 'common'])
  return (
    <li>
      <div className={css['facts']}>
        <p>
          {panel.siteName} · <span className={css['code']}>{panel.serial}</span>
        </p>
        <State panel={panel} />
        <p className={css['muted']}>
          {panel.lastEvent ? (
            <>
              {t('lastEvent')} {panel.lastEvent.words} · <TimeText at={panel.lastEvent.at} />
            </>
          ) : (
            t('noEvent')
          )}
        </p>
        {panel.detectors.length > 0 && <Detectors panel={panel} />}
      </div>
      <div className={css['actions']}>
        <Button aria-label={`${t('change')} ${panel.siteName}`} onClick={onChange}>
          {t('change')}
        </Button>
        <Button look="subtle" aria-label={`${t('common:delete')} ${panel.siteName}`} onClick={onDelete}>
          {t('common:delete')}
        </Button>
      </div>
    </li>
  )
}

function State({ panel }: { panel: VideofiedPanel }) {
  const { t } = useTranslation('videofied')
  const [now] = useState(() => new Date())
  const state = panelState(panel, now)
  const { seenAt, problem } = panel
  return (
    <div className={css[LOOKS[state]]} role="group" aria-label={`${t('panels')} ${panel.siteName}`}>
      <p className={css[LOOKS[state]]}>
        <strong>{t(`state.${state}`)}</strong>{' '}
        {state === 'failing' ? t(`problem.${problem?.code ?? 'format'}`) : t(`what.${state}`)}
      </p>
      {(seenAt ?? problem) && (
        <p className={css['muted']}>
          {seenAt && (
            <>
              {t('lastSeen')} <TimeText at={seenAt} />
            </>
          )}
          {seenAt && problem && ' · '}
          {problem && (
            <>
              {t('lastProblem')} <TimeText at={problem.at} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function Detectors({ panel: { detectors, siteName } }: { panel: VideofiedPanel }) {
  const { t } = useTranslation('videofied')
  return (
    <ul className={css['steps']} aria-label={`${t('detectors')} ${siteName}`}>
      {detectors.map(({ number, name, viewName }) => (
        <li key={number}>
          {number} {name} → {viewName ?? <span className={css['warning']}>{t('noCamera')}</span>}
        </li>
      ))}
    </ul>
  )
}
