import type { View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { LearningPanel } from '../../../../ui/learning/learning-panel.tsx'
import { Section } from '../panes/section.tsx'

/** What the labels of this camera's alarms have taught the filter. */
export function LearningTab({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('learning')
  return (
    <Section title={t('title')}>
      {/* Another camera is another panel: what one refused to learn says nothing about the next. */}
      <LearningPanel key={view.id} scope="camera" id={view.id} disabled={disabled} />
    </Section>
  )
}
