import type { View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { LearningPanel } from '../../../learning/index.ts'
import { Section } from '../panes/section.tsx'

/** What the filter has learnt from the labels of this camera's alarms. */
export function LearningTab({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('learning')
  return (
    <Section title={t('title')}>
      {/* The key gives each camera its own panel, so that an error of one camera is not shown for the next. */}
      <LearningPanel key={view.id} scope="camera" id={view.id} disabled={disabled} />
    </Section>
  )
}
