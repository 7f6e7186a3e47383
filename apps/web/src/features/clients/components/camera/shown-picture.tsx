import type { Alarm, Frame, View } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FileImage } from '../../../../ui/file-image.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { DetectionsPicture } from '../../../alarm-words/index.ts'
import { thumbnailUrl } from '../../model/snapshot-url.ts'
import css from './camera.module.css'

const LARGE_PX = 1200
const NOTHING_SEEN = { detections: [], reasons: [] }

interface ShownPictureProps {
  view: View
  alarm: Alarm
  frame: Frame
}

/** The small copy of a camera's latest picture, with its time and origin. A click opens the whole picture. */
export function ShownPicture({ view, alarm, frame }: ShownPictureProps) {
  const { t } = useTranslation('clients')
  const [isLarge, setIsLarge] = useState(false)
  const alt = t('picture.of', { name: view.name })
  const facts = (
    <p className={css['note']}>
      {t(alarm.isTest ? 'picture.uploaded' : 'picture.received')}{' '}
      <TimeText at={alarm.receivedAt} zone={view.timezone} />
    </p>
  )
  return (
    <>
      <div className={css['reference']}>
        <figure
          className={css['small']}
          style={{ aspectRatio: frame.width && frame.height ? `${frame.width} / ${frame.height}` : '16 / 9' }}
        >
          <FileImage src={thumbnailUrl(view.id, alarm.id)} alt={alt}>
            <button
              type="button"
              className={css['enlarge']}
              aria-label={t('picture.enlarge')}
              title={t('picture.enlarge')}
              onClick={() => setIsLarge(true)}
            />
          </FileImage>
        </figure>
        {facts}
      </div>
      <Dialog opened={isLarge} onClose={() => setIsLarge(false)} title={alt} size={LARGE_PX}>
        <div className={css['large']}>
          <DetectionsPicture frame={frame} alt={alt} seen={NOTHING_SEEN} />
          {facts}
          <div>
            <LinkButton
              to="/cams/alarms/{-$id}"
              params={{ id: alarm.id }}
              search={{ tests: alarm.isTest || undefined, camera: view.id }}
            >
              {t('signal.openAlarm')}
            </LinkButton>
          </div>
        </div>
      </Dialog>
    </>
  )
}
