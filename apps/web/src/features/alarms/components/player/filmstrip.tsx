import type { Alarm } from '@winnow/contract'
import { sightings } from '@winnow/domain'
import { IconPhotoOff } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Hint } from '../../../../ui/hint.tsx'
import { type HiddenFrame, hiddenFrames, notShownText, useHiddenDownload } from '../../../../ui/not-shown.tsx'
import { usePicture } from '../../../../ui/use-picture.ts'
import css from './filmstrip.module.css'
import type { Player } from './use-player.ts'

/** A thumbnail. If it cannot be loaded, it shows an error, and the large picture says why. */
function Thumb({ url }: { url: string }) {
  const { t } = useTranslation('common')
  const picture = usePicture(url)
  if (picture.failed)
    return <IconPhotoOff className={css['failed']} size={18} stroke={1.5} aria-label={t('fileError')} />
  return (
    <img
      key={picture.src}
      src={picture.src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={picture.fail}
    />
  )
}

/** The place of a hidden picture: says why it is hidden, and saves the file. */
function HiddenThumb({ alarm, frame }: { alarm: Alarm; frame: HiddenFrame }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { busy, save } = useHiddenDownload(alarm, frame)
  const why = notShownText(frame, t)
  const label = t('hidden.downloadWhy', { n: frame.position + 1, why, size: formats.bytes(frame.original.bytes) })
  return (
    <Hint label={label}>
      <button type="button" className={css['hidden']} aria-label={label} aria-busy={busy || undefined} onClick={save}>
        <IconPhotoOff size={14} stroke={1.5} aria-hidden="true" />
        {why}
      </button>
    </Hint>
  )
}

/** Thumbnails of all pictures. Pictures with a detection that supports the alarm are marked. */
export const Filmstrip = memo(function Filmstrip({ alarm, player }: { alarm: Alarm; player: Player }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const current = useRef<HTMLButtonElement>(null)
  const { index } = player.state
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- these values determine which button is the current one
  }, [index, alarm.id])
  const seen = new Set(sightings(alarm).stands.map((detection) => detection.frame))
  return (
    <div className={css['strip']} role="group" aria-label={t('player.filmstrip')}>
      {player.pictures.map((picture, at) => {
        const marked = seen.has(picture.position)
        return (
          <button
            key={picture.position}
            ref={at === index ? current : undefined}
            type="button"
            className={css['thumb']}
            aria-current={at === index || undefined}
            aria-label={t(marked ? 'player.thumbnailSeen' : 'player.thumbnail', { n: at + 1 })}
            data-seen={marked || undefined}
            onClick={() => player.dispatch({ type: 'chosen', index: at })}
          >
            <Thumb url={picture.url} />
            {picture.offsetMs !== null && picture.offsetMs > 0 && (
              <span className={css['offset']}>{t('player.offset', { time: formats.duration(picture.offsetMs) })}</span>
            )}
          </button>
        )
      })}
      {hiddenFrames(alarm.frames).map((frame) => (
        <HiddenThumb key={frame.position} alarm={alarm} frame={frame} />
      ))}
    </div>
  )
})
