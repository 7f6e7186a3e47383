import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import css from './file-image.module.css'

/** The address of a picture that is asked for anew: the browser would hand out the failure it remembers. */
export function retryUrl(url: string, tries: number): string {
  return tries === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}retry=${tries}`
}

/** A picture that fills its place. When it cannot be fetched, its place says so and offers to try again. */
export function FileImage({ src, alt }: { src: string; alt: string }) {
  const { t } = useTranslation()
  const [tries, setTries] = useState(0)
  // Which picture failed: another one in the same place has a chance of its own.
  const [failed, setFailed] = useState<string>()
  if (failed === src)
    return (
      <div className={css['failed']} role="status" onPointerDown={(event) => event.stopPropagation()}>
        <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
        <strong>{t('fileError')}</strong>
        <Button
          size="compact-sm"
          onClick={() => {
            setTries((count) => count + 1)
            setFailed(undefined)
          }}
        >
          {t('retry')}
        </Button>
      </div>
    )
  return <img key={src} src={retryUrl(src, tries)} alt={alt} draggable={false} onError={() => setFailed(src)} />
}
