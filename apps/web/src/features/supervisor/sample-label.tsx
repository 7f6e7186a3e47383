import { type LabelReason, reasonsFor, type SampledDetail } from '@winnow/contract'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VerdictBadge } from '../../ui/verdict-badge.tsx'
import css from './supervisor.module.css'

interface SampleLabelProps {
  alarm: SampledDetail
  isSaving: boolean
  onLabel: (to: boolean, reason?: LabelReason) => void
  onGoOn: () => void
}

/** The word of a label. */
function useWord() {
  const { t } = useTranslation(['supervisor', 'alarms'])
  return (label: boolean | null) =>
    label === null ? t('sample.unlabelled') : t(label ? 'alarms:label.true' : 'alarms:label.false')
}

/** What the filter and the company said. Only shown for an alarm that the user has labelled. */
function Revealed({ alarm, onGoOn }: Pick<SampleLabelProps, 'alarm' | 'onGoOn'>) {
  const { t } = useTranslation('supervisor')
  const word = useWord()
  const { revealed, label } = alarm
  if (!revealed || !label) return <p className={css['muted']}>{t('sample.blind')}</p>
  const { verdict } = revealed
  const outcome = verdict === 'unverified' ? 'unverified' : (verdict === 'true') === label.first ? 'agree' : 'differ'
  return (
    <section className={css['revealed']} aria-label={t('sample.verdict')}>
      <dl className={css['facts']}>
        <dt>{t('sample.verdict')}</dt>
        <dd>
          <VerdictBadge verdict={verdict} />
        </dd>
        <dt>{t('sample.theirs')}</dt>
        <dd>{word(revealed.cusGroundTruth)}</dd>
      </dl>
      <p className={css['outcome']} data-outcome={outcome}>
        {t(`sample.outcome.${outcome}`)}
      </p>
      {label.first !== label.groundTruth && (
        <p className={css['muted']}>{t('sample.firstCounts', { label: word(label.first) })}</p>
      )}
      <Button look="primary" rightSection={<Kbd keys="N" />} onClick={onGoOn}>
        {t('sample.goOn')}
      </Button>
    </section>
  )
}

/** The label with its reasons and, once it is given, the verdict. */
export function SampleLabel({ alarm, isSaving, onLabel, onGoOn }: SampleLabelProps) {
  const { t } = useTranslation('alarms')
  const word = useWord()
  const said = alarm.label
  const truth = said?.groundTruth ?? false
  return (
    <div className={css['label']}>
      <h3 className={css['heading']}>{t('label.question')}</h3>
      <div className={css['labels']}>
        {([true, false] as const).map((value) => (
          <button
            key={String(value)}
            type="button"
            className={css['labelButton']}
            data-label={value}
            aria-pressed={said?.groundTruth === value}
            aria-keyshortcuts={value ? 'T Shift+T' : 'F Shift+F'}
            disabled={isSaving}
            onClick={() => onLabel(value)}
          >
            {value ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
            {word(value)}
            <Kbd keys={value ? 'T' : 'F'} />
          </button>
        ))}
      </div>
      <div className={css['reasons']} role="group" aria-label={t(truth ? 'label.reasonTrue' : 'label.reasonFalse')}>
        <span className={css['lead']}>{t(truth ? 'label.reasonTrue' : 'label.reasonFalse')}</span>
        {reasonsFor(truth).map((each, index) => (
          <button
            key={each}
            type="button"
            className={css['reason']}
            aria-pressed={said?.reason === each}
            aria-keyshortcuts={String(index + 1)}
            disabled={isSaving}
            onClick={() => onLabel(truth, each)}
          >
            {t(`labelReason.${each}`)}
            <Kbd keys={String(index + 1)} />
          </button>
        ))}
      </div>
      <div aria-live="polite">
        <Revealed alarm={alarm} onGoOn={onGoOn} />
      </div>
    </div>
  )
}

/** Where and when. */
export function SampleFacts({ alarm }: { alarm: SampledDetail }) {
  const { t } = useTranslation('supervisor')
  return (
    <div>
      <h2 className={css['camera']}>{alarm.viewName}</h2>
      <dl className={css['facts']}>
        <dt>{t('sample.company')}</dt>
        <dd>{alarm.companyName}</dd>
        <dt>{t('sample.place')}</dt>
        <dd>
          {alarm.projectName} / {alarm.siteName}
        </dd>
        <dt>{t('sample.received')}</dt>
        <dd>
          <TimeText at={alarm.receivedAt} zone={alarm.timezone} />
        </dd>
      </dl>
    </div>
  )
}
