import { type CameraRow, PRODUCTS } from '@winnow/contract'
import { IconCameraOff, IconPolygon, IconTemperature, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useProductName } from '../../../../ui/use-product-name.ts'
import { AgoText } from '../ago-text.tsx'
import { PausedMark } from '../override/paused-mark.tsx'
import css from './cameras.module.css'

const DAYS = 7

/** The time since an event, or that there was none. */
export function Since({ at, none }: { at: string | null; none: string }) {
  return at === null ? <span className={css['muted']}>{none}</span> : <AgoText at={at} />
}

/** Alarms a day, as the mean of the last seven days. */
export function AlarmsADay({ row }: { row: CameraRow }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  return (
    <span title={t('cameras.weekAlarms', { count: row.weekAlarms })}>{formats.number(row.weekAlarms / DAYS, 1)}</span>
  )
}

/** The share of alarms that were filtered, with its base. */
export function FilteredShare({ row }: { row: CameraRow }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  if (row.weekJudged === 0) return <span className={css['muted']}>–</span>
  return (
    <span title={t('cameras.ofJudged', { n: formats.number(row.weekFiltered), count: row.weekJudged })}>
      {formats.share(row.weekFiltered / row.weekJudged)}
    </span>
  )
}

/** The products that are switched on, and which of them have no effect because the company's plan has no room for them. */
export function ProductNames({ row: { products, productsTaken } }: { row: CameraRow }) {
  const { t } = useTranslation('products')
  const productName = useProductName()
  if (products.length === 0) return <span className={css['muted']}>{t('noneShort')}</span>
  const names = PRODUCTS.filter((product) => products.includes(product)).map((product) => {
    const name = productName(product)
    return productsTaken.includes(product) ? t('takenShort', { product: name }) : name
  })
  return <span title={names.join(', ')}>{names.join(', ')}</span>
}

/** An icon with words. */
function Mark({ Icon, text }: { Icon: TablerIcon; text: string }) {
  return (
    <span title={text}>
      <Icon size={14} aria-hidden="true" />
      <span className="wn-visually-hidden">{text}</span>
    </span>
  )
}

/** Whether a camera has masks. */
export function MaskMark({ row: { masked } }: { row: CameraRow }) {
  const { t } = useTranslation('clients')
  return <span className={css['marks']}>{masked && <Mark Icon={IconPolygon} text={t('cameras.masked')} />}</span>
}

/** What else is special about a camera. */
export function StateMarks({ row: { status, pausedUntil, thermal } }: { row: CameraRow }) {
  const { t } = useTranslation('clients')
  return (
    <span className={css['marks']}>
      {status.active && pausedUntil !== null && <PausedMark until={pausedUntil} />}
      {!status.active && <Mark Icon={IconCameraOff} text={t('tree.inactive')} />}
      {thermal && <Mark Icon={IconTemperature} text={t('cameras.thermal')} />}
    </span>
  )
}
