import type { MaskChange } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { MaskedPicture } from './masked-picture.tsx'
import css from './masks.module.css'

interface MaskChangeRowProps {
  change: MaskChange
  /** The camera, its site and client. Left out where all changes are of one camera. */
  place?: ReactNode
  /** Maximum height in pixels of the picture, for rows of a fixed height. */
  pictureHeight?: number
  /** What can be done with the change. */
  children: ReactNode
}

/** One change of masks: the picture with the masks after it, the time, the user, and the number of areas before and after. */
export function MaskChangeRow({ change, place, pictureHeight, children }: MaskChangeRowProps) {
  const { t } = useTranslation('clients')
  const areas = t('masks.history.areas', { count: change.mask.length })
  return (
    <div className={css['change']} data-fixed={pictureHeight !== undefined || undefined}>
      <MaskedPicture
        picture={change.picture}
        masks={change.mask}
        alt={t('masks.history.picture', { areas })}
        {...(pictureHeight === undefined ? {} : { maxHeight: pictureHeight })}
      />
      <div className={css['changeText']}>
        <strong className={css['times']}>
          <BothTimes at={change.time} zone={change.timezone} first="user" />
        </strong>
        {place}
        <span>{t(`masks.history.kind.${change.kind}`, { user: change.userName, from: change.copiedFrom ?? '–' })}</span>
        <span>{t('masks.history.counts', { before: change.before.length, after: areas })}</span>
        {change.picture === null && <small>{t('masks.history.noPicture')}</small>}
      </div>
      {children}
    </div>
  )
}
