import type { TFunction } from 'i18next'
import { z } from 'zod'
import { createStoredStore } from '../../../lib/stored.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { askPermission, desktopPermission } from './notify.ts'

/** Whether the hint about the permission may be shown. False after the user has chosen "never". */
export const notifyHintStore = createStoredStore('winnow.notify-hint', z.boolean(), true)

type Translate = TFunction<'alarms'>

const ID = 'notify-permission'
/** The hint disappears after this time, since it takes a part of the page. The bell button in the list offers the same. */
const HINT_MS = 15_000

/** Explains that the browser blocks notifications, and how to change that or hide the hint. */
function showDenied(t: Translate, isOffer: boolean): void {
  const never = { label: t('notify.never'), run: () => notifyHintStore.set(false) }
  showToast({ id: ID, type: 'warning', message: t('notify.permission'), duration: HINT_MS, actions: [never], isOffer })
}

/** Asks for permission to show notifications, after the user has pressed a button. */
export async function allowNotifications(t: Translate): Promise<NotificationPermission | 'unsupported'> {
  const answer = await askPermission()
  if (answer === 'denied') showDenied(t, false)
  if (answer === 'unsupported') showToast({ type: 'warning', message: t('notify.unsupported') })
  return answer
}

/**
 * Shows a hint if notifications are wanted but not permitted yet: once per page, and not after the user has chosen "never".
 * @param isNarrow whether the page has no room for a hint. The bell above the list then is the only offer
 */
export function hintAtPermission(t: Translate, isNarrow: boolean): void {
  if (!notifyHintStore.get()) return
  const permission = desktopPermission()
  if (permission === 'denied') showDenied(t, true)
  if (permission !== 'default' || isNarrow) return
  showToast({
    id: ID,
    type: 'info',
    message: t('notify.hint'),
    duration: HINT_MS,
    isOffer: true,
    actions: [
      { label: t('notify.allow'), run: () => void allowNotifications(t) },
      { label: t('notify.never'), run: () => notifyHintStore.set(false) },
    ],
  })
}
