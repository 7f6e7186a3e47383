import type { SampledDetail, SampledFrame } from '@winnow/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileImage } from '../../ui/file-image.tsx'
import css from './supervisor.module.css'

/** A frame with a picture that can be shown. */
export type ShownFrame = SampledFrame & { url: string }

export const shownFrames = (alarm: SampledDetail | undefined): readonly ShownFrame[] =>
  (alarm?.frames ?? []).filter((frame): frame is ShownFrame => frame.url !== null)

interface SampleStageProps {
  alarm: SampledDetail
  frames: readonly ShownFrame[]
  /** Index of the picture on screen. */
  at: number
  onPick: (at: number) => void
}

/** The pictures of an alarm, one large, without boxes: what the filter found would tell its verdict. */
export function SampleStage({ alarm, frames, at, onPick }: SampleStageProps) {
  const { t } = useTranslation('supervisor')
  const frame = frames[at]
  if (!frame)
    return (
      <div className={css['stage']}>
        <EmptyState icon={<IconPhotoOff size={28} stroke={1.5} />} title={t('sample.noPicture')} compact />
      </div>
    )
  return (
    <>
      <div className={css['stage']}>
        <FileImage
          key={frame.url}
          src={frame.url}
          alt={t('sample.picture', { n: at + 1, all: frames.length, camera: alarm.viewName })}
        />
      </div>
      {frames.length > 1 && (
        <div className={css['strip']} role="group" aria-label={t('sample.pictures')}>
          {frames.map((each, index) => (
            <button
              key={each.position}
              type="button"
              className={css['thumb']}
              aria-label={t('sample.thumb', { n: index + 1 })}
              aria-current={index === at || undefined}
              onClick={() => onPick(index)}
            >
              <img src={each.url} alt="" loading="lazy" decoding="async" draggable={false} />
            </button>
          ))}
        </div>
      )}
    </>
  )
}
