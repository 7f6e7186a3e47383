import type { Alarm } from '@winnow/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { useAnalyse } from '../../state/use-analyse.ts'
import css from './facts.module.css'

/** Has an alarm analysed that was kept without a verdict. */
export function AnalyseButton({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const { can, isPending, run } = useAnalyse()
  if (!can(alarm)) return null
  return (
    <div className={css['act']}>
      <Button
        size="xs"
        loading={isPending}
        leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
        onClick={() => run(alarm.id)}
      >
        {t('byHand.analyse')}
      </Button>
    </div>
  )
}

/** Who had an alarm analysed although its camera did not count. The time is that of the site. */
export function ByHandText({ byHand, zone }: { byHand: NonNullable<Alarm['byHand']>; zone: string }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const at = new Date(byHand.at)
  const time = `${formats.dateTime(at, zone)} ${formats.zoneName(at, zone)}`
  return (
    <p className={css['muted']}>
      {t(`keptBecause.${byHand.reason}`)} {t('byHand.by', { name: byHand.by, time })}
    </p>
  )
}
