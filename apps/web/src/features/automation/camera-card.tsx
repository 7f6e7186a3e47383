import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { schedule } from '../../lib/schedule.ts'
import { Button } from '../../ui/button.tsx'
import css from './automation-notices.module.css'
import type { CameraCard as Card } from './automation-state.ts'

/** The time after which a card disappears, in milliseconds. Set by the specification. */
const CARD_MS = 30_000
const RETRY_MS = 2_000
/** The maximum number of requests for a picture. If it is still missing then, it will not come. */
const MAX_TRIES = 15

/** The picture of a new camera. If it cannot be loaded yet, it is requested again with a new cache key. */
function Snapshot({ url, name }: { url: string; name: string }) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!failed || tries >= MAX_TRIES) return undefined
    return schedule(() => {
      setTries((count) => count + 1)
      setFailed(false)
    }, RETRY_MS)
  }, [failed, tries])
  if (failed) return <IconCamera size={28} stroke={1.5} aria-hidden="true" />
  const source = tries === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}try=${tries}`
  return <img src={source} alt={name} draggable={false} onError={() => setFailed(true)} />
}

/** A card for a camera that was added. It disappears after half a minute, unless the user pressed or focused it. */
export function CameraCard({ card, onDismiss }: { card: Card; onDismiss: () => void }) {
  const { t } = useTranslation('automation')
  const navigate = useNavigate()
  const seesClients = useMay('clients.see')
  const [activated, setActivated] = useState(false)
  const leave = useEffectEvent(onDismiss)
  useEffect(() => (activated ? undefined : schedule(() => leave(), CARD_MS)), [activated])
  const activate = () => setActivated(true)
  const { viewId } = card
  const go = (search: { site: string } | { cam: string }) => {
    onDismiss()
    void navigate({ to: '/cams/clients/u', search })
  }
  return (
    <article aria-label={card.cameraName}>
      <div className={css['card']} data-failed={!card.success || undefined} onPointerDown={activate} onFocus={activate}>
        <div className={css['picture']}>
          {card.snapUrl === null ? (
            card.success ? (
              <IconCamera size={28} stroke={1.5} aria-hidden="true" />
            ) : (
              <IconCameraOff size={28} stroke={1.5} aria-hidden="true" />
            )
          ) : (
            <Snapshot url={card.snapUrl} name={card.cameraName} />
          )}
        </div>
        <div className={css['about']} role="status">
          <strong className={css['name']} title={card.cameraName}>
            {card.cameraName}
          </strong>
          <span className={css['words']}>
            {t(card.success ? 'cameraAdded' : 'cameraFailed', { site: card.siteName })}
          </span>
        </div>
        <div className={css['actions']}>
          <Button size="compact-sm" look="subtle" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
          {seesClients && (
            <>
              <Button size="compact-sm" onClick={() => go({ site: card.siteId })}>
                {t('goToSite')}
              </Button>
              {card.success && viewId !== null && (
                <Button size="compact-sm" onClick={() => go({ cam: viewId })}>
                  {t('goToCamera')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </article>
  )
}
