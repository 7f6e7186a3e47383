import { type BackgroundJob, JOB_TYPES, type JobFailure } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { resultOf } from '../model/job-result.ts'

const CODES = ['INTERNAL', 'NOT_FOUND', 'FORBIDDEN', 'NAME_TAKEN', 'CONFLICT'] as const

/** Jobs in words. A server of another version may have types and codes that this console has no words for. */
export function useJobWords() {
  const { t } = useTranslation('jobs')
  return {
    title({ type }: Pick<BackgroundJob, 'type'>): string {
      const known = JOB_TYPES.find((each) => each === type)
      // A dot separates levels of keys.
      return known ? t(`type.${known.replace('.', '_') as WithoutDot<typeof known>}`) : type
    },
    state(job: BackgroundJob): string {
      const result = resultOf(job)
      return result === 'cancelled' ? t('state.cancelled', { name: job.cancelledBy ?? '' }) : t(`state.${result}`)
    },
    category: ({ category }: Pick<BackgroundJob, 'category'>): string =>
      category === 'view' ? t('category.view') : category,
    reason({ code, message }: JobFailure): string {
      const known = CODES.find((each) => each === code)
      return known ? t(`code.${known}`) : message
    },
  }
}

type WithoutDot<T extends string> = T extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : T
