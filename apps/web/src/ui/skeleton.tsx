import { useTranslation } from 'react-i18next'
import css from './skeleton.module.css'

/** A grey placeholder in the size of the coming content, so that nothing moves when it arrives. */
export function Skeleton({ width = '100%', height = 16 }: { width?: number | string; height?: number | string }) {
  return <span className={css['bone']} style={{ width, height }} aria-hidden="true" />
}

/** Rows of a list that is loading. */
export function SkeletonRows({ rows = 8, height = 32 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css['row']} style={{ height }}>
          <Skeleton width={`${90 - ((row * 17) % 40)}%`} height={12} />
        </div>
      ))}
    </div>
  )
}
