import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { Button, IconButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { OFFERS, useRoom } from '../use-room.ts'
import { dismissToast, type Toast, toastsStore } from './toast-store.ts'
import css from './toaster.module.css'

const ICONS = {
  success: IconCheck,
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
} as const

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // A toast stays open while the pointer or the focus is in it, since the user is then reading it.
    if (toast.duration === null || held) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [toast, held])
  const Icon = ICONS[toast.type ?? 'info']
  return (
    <div
      className={css['toast']}
      data-type={toast.type ?? 'plain'}
      role={toast.type === 'error' || toast.type === 'warning' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={css['icon']} aria-hidden="true" />
      <div className={css['text']}>
        {toast.title && <strong>{toast.title}</strong>}
        <span className={css['message']}>{toast.message}</span>
        {toast.requestId && (
          <span className={css['request']}>
            {t('requestId', { id: toast.requestId })}
            <CopyButton value={toast.requestId} label={t('copyRequestId')} iconOnly />
          </span>
        )}
      </div>
      <IconButton label={t('close')} size="sm" onClick={() => dismissToast(toast.id)}>
        <IconX size={14} />
      </IconButton>
      {toast.actions && (
        <div className={css['actions']}>
          {toast.actions.map(({ label, run }) => (
            <Button
              key={label}
              look="subtle"
              onClick={() => {
                // Dismissed first, since the action may show another toast in its place.
                dismissToast(toast.id)
                run()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** All toasts that a user's action led to, at the top centre. */
export function Toaster() {
  const toasts = useStore(toastsStore)
  return (
    <div className={css['toaster']} data-position="top-center">
      {toasts
        .filter(({ isOffer = false }) => !isOffer)
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
    </div>
  )
}

/**
 * The toasts that nobody asked for, as a strip that takes its place from the page: it covers nothing, and what is above it does not move. The
 * cards of background jobs rise by its height.
 */
export function Offers() {
  const offers = useStore(toastsStore).filter(({ isOffer = false }) => isOffer)
  return offers.length > 0 ? <OfferStrip offers={offers} /> : null
}

function OfferStrip({ offers }: { offers: readonly Toast[] }) {
  return (
    <div ref={useRoom(OFFERS)} className={css['offers']} data-position="below">
      {offers.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
