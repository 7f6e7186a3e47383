import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { retryUrl } from '../../../../ui/file-image.tsx'
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
}

/** One picture of the stage. Its place is reserved before it is there; a broken one says so and can be tried again. */
export function PictureImage({ url, alt, alarmId, rect }: PictureImageProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState(() => pictures.status(url) === 'ready')
  useEffect(() => {
    if (shown) markPicture(alarmId)
  }, [shown, alarmId])
  const retry = () => {
    pictures.forget(url)
    setFailed(false)
    setTries((count) => count + 1)
  }
  const box = { left: rect.x, top: rect.y, width: rect.width, height: rect.height }
  if (failed)
    return (
      <ErrorNote title={t('common:fileError')} body={t('player.broken')}>
        <Button onClick={retry}>{t('common:retry')}</Button>
      </ErrorNote>
    )
  return (
    <>
      {!shown && <span className={css['waiting']} style={box} aria-hidden="true" />}
      <img
        key={tries}
        className={css['picture']}
        style={box}
        src={retryUrl(url, tries)}
        alt={alt}
        draggable={false}
        // Decoded ahead: painting it with this very frame costs nothing, and nothing flashes.
        decoding="sync"
        onLoad={() => setShown(true)}
        onError={() => setFailed(true)}
      />
    </>
  )
}
