import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './home.module.css'

/** Placeholder of the chart while it loads. */
export function HoursSkeleton() {
  return (
    <div className={css['panel']}>
      <Skeleton height={294} />
    </div>
  )
}

/** Placeholder of the numbers and the chart while they load, in the same sizes. */
export function FiguresSkeleton() {
  return (
    <>
      <div className={css['figures']}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={css['figure']}>
            <Skeleton width={64} height={12} />
            <Skeleton width={96} height={28} />
            <Skeleton width={80} height={12} />
          </div>
        ))}
      </div>
      <HoursSkeleton />
    </>
  )
}

/** Placeholder of Home while it loads. */
export function HomeSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={css['page']} aria-label={t('loading')}>
      <FiguresSkeleton />
    </output>
  )
}
