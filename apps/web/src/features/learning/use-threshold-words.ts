import type { Learning } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { LearningScope } from './learning-operations.ts'

/** The scores that an alarm needs to pass, in words: today, with the proposal, and without learning. Null where they are not known. */
export function useThresholdWords(scope: LearningScope) {
  const { t } = useTranslation('learning')
  const { share } = useFormats()
  /** Cameras of a company can have other sensitivities, so their scores are told for one. */
  const withSensitivity = (text: string, { sensitivity }: Learning) =>
    scope === 'company' ? `${text} ${t('threshold.sensitivity', { sensitivity })}` : text
  return {
    now(learning: Learning): string | null {
      const { threshold } = learning
      return threshold && withSensitivity(t('threshold.now', { now: share(threshold.now) }), learning)
    },
    proposed(learning: Learning): string | null {
      const { threshold, proposed } = learning
      if (!threshold || !proposed || proposed.threshold === null) return null
      const [now, next] = [share(threshold.now), share(proposed.threshold)]
      return withSensitivity(t('threshold.proposed', { now, next }), learning)
    },
    applied(learning: Learning): string | null {
      const { threshold } = learning
      if (!threshold) return null
      const [now, usual] = [share(threshold.now), share(threshold.usual)]
      return withSensitivity(t('threshold.applied', { now, usual }), learning)
    },
  }
}
