import { getSharedPicture, type SharedAlarm } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchFile } from '../../lib/api/call.ts'
import { Button } from '../../ui/button.tsx'
import { FoundBox } from '../../ui/found-box.tsx'
import css from './shared-alarm.module.css'

interface SharedPictureProps {
  token: string
  frame: SharedAlarm['frames'][number]
  /** What was found on this picture. Empty if it is not to be marked. */
  found: SharedAlarm['detections']
  alt: string
}

/** Shows bytes in an image: an address within this page, as long as the image is there. */
function useBytes(bytes: Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || bytes === undefined) return undefined
      const url = URL.createObjectURL(bytes)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [bytes],
  )
}

/** A picture of the alarm. It is fetched with the token in the body, so that no address holds the token. */
export function SharedPicture({ token, frame, found, alt }: SharedPictureProps) {
  const { t } = useTranslation(['cure', 'common', 'alarms'])
  const { position, width, height } = frame
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: [getSharedPicture.id, token, position],
    queryFn: ({ signal }) => fetchFile(getSharedPicture, { params: { position }, body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { errors: 'inline' },
  })
  const show = useBytes(data)
  return (
    <figure
      className={css['picture']}
      style={{ aspectRatio: width && height ? `${width} / ${height}` : '16 / 9' }}
      aria-busy={isPending}
    >
      {isError && (
        <div className={css['failed']} role="status">
          {t('common:fileError')}
          <Button size="compact-sm" onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      {data && (
        <>
          <img ref={show} alt={alt} />
          {found.map(({ class: name, box }) => (
            <FoundBox
              key={`${name} ${box.x} ${box.y} ${box.width}`}
              box={box}
              of={name}
              label={t(`alarms:class.${name}`)}
            />
          ))}
        </>
      )}
    </figure>
  )
}
