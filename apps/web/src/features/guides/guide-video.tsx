import type { Guide } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './guide.module.css'

/** The size that the specification gives the video. It shrinks with the window. */
const SIZE = { width: 768, height: 432 }

/** The video of a guide: a file of our server, or the player of another one. */
export function GuideVideo({ guide }: { guide: Guide }) {
  return guide.url.startsWith('/') ? <OwnVideo guide={guide} /> : <OtherPlayer url={guide.url} />
}

function OwnVideo({ guide: { url, captionsUrl } }: { guide: Guide }) {
  const { t } = useTranslation('shell')
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className={css['failed']} role="alert">
        {t('guide.failed')}
      </p>
    )
  return (
    <video
      className={css['video']}
      {...SIZE}
      src={url}
      controls
      preload="metadata"
      aria-label={t('guide.video')}
      onError={() => setFailed(true)}
    >
      <track kind="captions" src={captionsUrl ?? undefined} default={captionsUrl !== null} />
    </video>
  )
}

/**
 * The page of another server. It may run its player and nothing else: it cannot navigate our page or open forms in it. It is told from which
 * installation it is opened, but not from which page, since some players refuse to play without that.
 */
function OtherPlayer({ url }: { url: string }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <iframe
        className={css['video']}
        {...SIZE}
        src={url}
        title={t('guide.video')}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is of another origin, so its own origin gives it nothing of ours
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin"
      />
      <p className={css['source']}>
        {t('guide.from', { host: new URL(url).hostname })}{' '}
        <a href={url} target="_blank" rel="noreferrer">
          {t('guide.newTab')}
        </a>
      </p>
    </>
  )
}
