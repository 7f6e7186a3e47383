import type { TFunction } from 'i18next'
import { z } from 'zod'
import { createStoredStore } from '../../../lib/stored.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { askPermission, desktopPermission } from './notify.ts'

/** Whether this browser's user wants to hear no more of the permission. */
export const notifyHintStore = createStoredStore('winnow.notify-hint', z.boolean(), true)

type Translate = TFunction<'alarms'>

const ID = 'notify-permission'
/** It stands over the head of the page, so it goes by itself; the bell in the list asks as well. */
const HINT_MS = 15_000

/** Says that the browser shows no notifications, and how that ends: by its own settings, or never. */
function showDenied(t: Translate): void {
  const never = { label: t('notify.never'), run: () => notifyHintStore.set(false) }
  showToast({ id: ID, type: 'warning', message: t('notify.permission'), duration: HINT_MS, actions: [never] })
}

/** Asks for leave to show notifications, after somebody has pressed a button for it. */
export async function allowNotifications(t: Translate): Promise<NotificationPermission | 'unsupported'> {
  const answer = await askPermission()
  if (answer === 'denied') showDenied(t)
  if (answer === 'unsupported') showToast({ type: 'warning', message: t('notify.unsupported') })
  return answer
}

/** Tells whoever wants notifications that the browser does not show them yet. Said once a page, and not to those who said never. */
export function hintAtPermission(t: Translate): void {
  if (!notifyHintStore.get()) return
  const permission = desktopPermission()
  if (permission === 'denied') showDenied(t)
  if (permission !== 'default') return
  showToast({
    id: ID,
    type: 'info',
    message: t('notify.hint'),
    duration: HINT_MS,
    actions: [
      { label: t('notify.allow'), run: () => void allowNotifications(t) },
      { label: t('notify.never'), run: () => notifyHintStore.set(false) },
    ],
  })
}
