import type { AlarmRow } from '@winnow/contract'
import { IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import bar from '../../../../ui/selection-bar.module.css'
import { SELECTION_BAR, useRoom } from '../../../../ui/use-room.ts'
import type { Label } from '../../model/label-queue.ts'
import css from './selection-bar.module.css'

interface SelectionBarProps {
  rows: readonly AlarmRow[]
  onLabel: (to: Label) => void
  /** How many of them were kept and can be analysed by hand. */
  kept: number
  isAnalysing: boolean
  onAnalyse: () => void
  onClear: () => void
}

/** The number of selected alarms, and what can be done with all of them. */
export function SelectionBar({ rows, onLabel, kept, isAnalysing, onAnalyse, onClear }: SelectionBarProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const mayLabel = useMay('alarm.label')
  const count = rows.length
  const isLabelled = rows.some((row) => row.groundTruth !== null)
  return (
    <div className={bar['bar']} ref={useRoom(SELECTION_BAR)} role="group" aria-label={t('picked.label')}>
      <span role="status">{t('picked.count', { count, n: formats.number(count) })}</span>
      <Button size="compact-sm" look="subtle" onClick={onClear} rightSection={<Kbd keys="Escape" />}>
        {t('picked.end')}
      </Button>
      {!mayLabel && <span className={css['why']}>{t('label.readonly')}</span>}
      {mayLabel && (
        <div className={css['actions']}>
          {([true, false] as const).map((to) => (
            <Button
              key={String(to)}
              size="compact-sm"
              disabled={count === 0}
              leftSection={to ? <IconCheck size={14} /> : <IconX size={14} />}
              rightSection={<Kbd keys={to ? 'T' : 'F'} />}
              onClick={() => onLabel(to)}
            >
              {t(to ? 'picked.markTrue' : 'picked.markFalse', { count, n: formats.number(count) })}
            </Button>
          ))}
          {kept > 0 && (
            <Button
              size="compact-sm"
              loading={isAnalysing}
              leftSection={<IconSend size={14} />}
              rightSection={<Kbd keys="J" />}
              onClick={onAnalyse}
            >
              {t('picked.analyse', { count: kept, n: formats.number(kept) })}
            </Button>
          )}
          {isLabelled && (
            <Button size="compact-sm" look="subtle" onClick={() => onLabel(null)}>
              {t('picked.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
