import { Link } from '@tanstack/react-router'
import { IconCircleCheck, IconCpuOff, IconLock, IconMapPinOff, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import type { Standing } from '../../model/rule-standing.ts'
import css from './rules.module.css'

const ICONS: Record<Standing['state'], TablerIcon> = {
  ready: IconCircleCheck,
  locked: IconLock,
  'needs-detector': IconCpuOff,
  'cannot-here': IconMapPinOff,
}

/** The name of a state, with its icon. */
export function RuleStateMark({ state }: Pick<Standing, 'state'>) {
  const { t } = useTranslation('rules')
  const Icon = ICONS[state]
  return (
    <span className={css['state']} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      {t(`state.${state}`)}
    </span>
  )
}

/** Why a rule is not ready, in plain words. */
export function useObstacleText(): (standing: Standing) => string {
  const { t } = useTranslation('rules')
  return ({ obstacle, needs }) =>
    obstacle === null
      ? ''
      : obstacle === 'detector'
        ? t('obstacle.detector', { what: t(`capability.${needs ?? 'detect'}`) })
        : t(`obstacle.${obstacle}`)
}

/** Why a rule is not ready, and what to do. Shows nothing for a rule that is. */
export function RuleObstacle({ standing, links = true }: { standing: Standing; links?: boolean }) {
  const { t } = useTranslation('rules')
  const mayAdd = useMay('detectors.manage')
  const textOf = useObstacleText()
  if (standing.obstacle === null) return null
  return (
    <>
      {textOf(standing)}
      {standing.obstacle === 'detector' && (
        <> {mayAdd ? links && <Link to="/provider/detectors">{t('openDetectors')}</Link> : t('askProvider')}</>
      )}
    </>
  )
}
