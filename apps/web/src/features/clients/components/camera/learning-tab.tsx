import type { View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { LearningPanel } from '../../../learning/index.ts'
import { Section } from '../panes/section.tsx'

/** What the filter has learnt from the labels of this camera's alarms. */
export function LearningTab({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('learning')
  return (
    <Section title={t('title')}>
      {/* Each camera has its own panel: a refusal of one says nothing about the next. */}
      <LearningPanel key={view.id} scope="camera" id={view.id} disabled={disabled} />
    </Section>
  )
}
