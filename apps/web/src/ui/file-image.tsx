import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionStore } from '../lib/connection/connection.ts'
import { useStore } from '../lib/create-store.ts'
import { Button } from './button.tsx'
import css from './file-image.module.css'
import { usePicture } from './use-picture.ts'

interface FileImageProps {
  src: string
  alt: string
  /** Overlays on the picture. Not rendered while the picture is missing. */
  children?: ReactNode
}

/** A picture that fills its space. If it cannot be loaded, a message offers a retry. */
export function FileImage({ src, alt, children }: FileImageProps) {
  const { t } = useTranslation()
  const picture = usePicture(src)
  const connection = useStore(connectionStore)
  if (picture.failed)
    return (
      <div className={css['failed']} role="status" onPointerDown={(event) => event.stopPropagation()}>
        <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
        <strong>{t('fileError')}</strong>
        {connection === 'lost' && <span>{t('fileWaits')}</span>}
        <Button size="compact-sm" onClick={picture.retry}>
          {t('retry')}
        </Button>
      </div>
    )
  return (
    <>
      <img key={picture.src} src={picture.src} alt={alt} draggable={false} onError={picture.fail} />
      {children}
    </>
  )
}
