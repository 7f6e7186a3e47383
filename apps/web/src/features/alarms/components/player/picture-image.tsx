import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { connectionStore } from '../../../../lib/connection/connection.ts'
import { useStore } from '../../../../lib/create-store.ts'
import { usePicture } from '../../../../ui/use-picture.ts'
import { ErrorNote } from './error-note.tsx'
import type { Rect } from '../../model/view-transform.ts'
import { markPicture } from '../../state/measure.ts'
import { pictures } from '../../state/pictures.ts'
import css from './stage.module.css'

interface PictureImageProps {
  url: string
  alt: string
  alarmId: string
  rect: Rect
  /** CSS filter of the picture. */
  filter?: string | undefined
  /** Overlays on the picture. Not rendered while the picture is missing. */
  children: ReactNode
}

/** The picture on the stage. Its space is reserved. If it cannot be loaded, an error with a retry is shown. */
export function PictureImage({ url, alt, alarmId, rect, filter, children }: PictureImageProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const picture = usePicture(url)
  const connection = useStore(connectionStore)
  const [shown, setShown] = useState(() => pictures.status(url) === 'ready')
  useEffect(() => {
    if (shown) markPicture(alarmId)
  }, [shown, alarmId])
  const box = { left: rect.x, top: rect.y, width: rect.width, height: rect.height }
  if (picture.failed)
    return (
      <ErrorNote title={t('common:fileError')} body={t(connection === 'lost' ? 'common:fileWaits' : 'player.broken')}>
        <Button onClick={picture.retry}>{t('common:retry')}</Button>
      </ErrorNote>
    )
  return (
    <>
      {!shown && <span className={css['waiting']} style={box} aria-hidden="true" />}
      <img
        key={picture.src}
        className={css['picture']}
        style={{ ...box, filter }}
        src={picture.src}
        alt={alt}
        draggable={false}
        // Already decoded, so that it appears with this frame, without flicker.
        decoding="sync"
        onLoad={() => setShown(true)}
        onError={picture.fail}
      />
      {children}
    </>
  )
}
