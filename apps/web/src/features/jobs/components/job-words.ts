import { type BackgroundJob, JOB_TYPES, type JobFailure, PRODUCTS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useProductName } from '../../../ui/use-product-name.ts'
import { resultOf } from '../model/job-result.ts'

/** Why a product could not be switched on for a camera. */
const ACTIVATION_CODES = ['PRODUCT_LOCKED', 'CAPACITY_REACHED', 'CONSENT_NEEDED'] as const

/** Why a camera could not be paused, or why it stays paused. */
const PAUSE_CODES = ['SITE_PAUSED', 'PAUSE_END_SKIPPED', 'PAUSE_END_PAST', 'PAUSE_TOO_LONG'] as const

const CODES = [
  'INTERNAL',
  'NOT_FOUND',
  'FORBIDDEN',
  'NAME_TAKEN',
  'KEY_TAKEN',
  'RTSP_LIMIT',
  'CONFLICT',
  'NO_PICTURE',
  'VIEW_BY_API',
  'SCHEDULE_KEPT',
  ...ACTIVATION_CODES,
  ...PAUSE_CODES,
] as const

/** What has another meaning where the cameras of a recorder are added. */
const RECORDER_CODES = ['CONFLICT', 'NOT_FOUND'] as const

/** The keys of the titles. A dot would separate levels of keys. */
const TITLES = {
  'views.activate': 'views_activate',
  'views.deactivate': 'views_deactivate',
  'views.tampering-on': 'views_tampering-on',
  'views.tampering-off': 'views_tampering-off',
  'views.refresh-snapshots': 'views_refresh-snapshots',
  'views.settings': 'views_settings',
  'views.pause': 'views_pause',
  'views.resume': 'views_resume',
  'views.schedule': 'views_schedule',
  'views.product-on': 'views_product-on',
  'views.product-off': 'views_product-off',
  'views.move': 'views_move',
  'views.delete': 'views_delete',
  'views.restore': 'views_restore',
  'tree.import': 'tree_import',
  'site.add-cameras': 'site_add-cameras',
  'deliveries.resend': 'deliveries_resend',
} as const satisfies Record<(typeof JOB_TYPES)[number], string>

/** Returns texts for jobs. A server of another version may send types and codes for which this console has no text. */
export function useJobWords() {
  const { t } = useTranslation('jobs')
  const productName = useProductName()
  return {
    title: ({ type }: Pick<BackgroundJob, 'type'>): string => {
      const known = JOB_TYPES.find((each) => each === type || type.startsWith(`${each}.`))
      const product = PRODUCTS.find((each) => type.endsWith(`.${each}`))
      return known ? t(`type.${TITLES[known]}`, { product: product ? productName(product) : '' }) : type
    },
    state: (job: BackgroundJob): string => {
      const result = resultOf(job)
      return result === 'cancelled' ? t('state.cancelled', { name: job.cancelledBy ?? '' }) : t(`state.${result}`)
    },
    category: ({ category }: Pick<BackgroundJob, 'category'>): string =>
      category === 'view' || category === 'line' || category === 'delivery' ? t(`category.${category}`) : category,
    /** Returns the texts for the failures of a job. */
    reasonIn:
      ({ type }: Pick<BackgroundJob, 'type'>) =>
      ({ code, message }: JobFailure): string => {
        const ofRecorder = type === 'site.add-cameras' && RECORDER_CODES.find((each) => each === code)
        if (ofRecorder) return t(`recorder.${ofRecorder}`)
        const known = CODES.find((each) => each === code)
        return known ? t(`code.${known}`) : message
      },
  }
}
