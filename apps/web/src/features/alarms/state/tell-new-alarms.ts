import type { TFunction } from 'i18next'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { desktopPermission, notifyStore, playSound, prepareSound } from './notify.ts'
import { allowNotifications } from './notify-hint.ts'
import { quietStore } from './quiet.ts'

type Translate = TFunction<'alarms'>

/**
 * Shows a text about new alarms, with a sound: as a desktop notification or, without permission, as a message on the page.
 * @param tag notifications with the same tag replace each other
 * @param show opens the alarms
 * @returns whether the sound was played, and where the text is shown
 */
export function tellNewAlarms(t: Translate, text: string, tag: string, show: () => void) {
  const heard = playSound()
  const shown = notifyDesktop(text, tag, heard)
  if (shown === undefined) {
    showToast({ id: tag, message: text, actions: [{ label: t('label.show'), run: show }] })
    return { heard, place: 'page' as const }
  }
  shown.addEventListener('click', show)
  return { heard, place: 'desktop' as const }
}

/**
 * Shows a desktop notification. It appears anew even if it replaces another one, and is silent if the page has played its sound.
 * @returns undefined without permission, and in browsers of phones, which let no page make one
 */
function notifyDesktop(text: string, tag: string, silent: boolean): Notification | undefined {
  if (desktopPermission() !== 'granted') return undefined
  const options = { tag, icon: '/favicon.svg', renotify: true, silent }
  try {
    return new Notification(text, options)
  } catch {
    return undefined
  }
}

/** How long the result of the test stays, in milliseconds: it has several sentences. */
const RESULT_MS = 20_000

/** Shows and plays what a new true alarm would, and says what to do if the user noticed nothing. Called when the user has pressed a button. */
export async function testNotification(t: Translate): Promise<void> {
  await prepareSound()
  await allowNotifications(t)
  const text = t('notify.testText', { text: t('notify.text', { n: 1, m: 1 }) })
  const { heard, place } = tellNewAlarms(t, text, 'winnow-alarms-test', () => window.focus())
  const sentences = [
    t(place === 'desktop' ? 'notify.testShown' : 'notify.testPage'),
    t(heard ? 'notify.testSound' : 'notify.testSilent'),
    ...(quietStore.get() ? [t('notify.testQuiet')] : notifyStore.get() ? [] : [t('notify.testOff')]),
  ]
  const isWhole = place === 'desktop' && heard
  showToast({
    id: 'notify-test',
    type: isWhole ? 'success' : 'warning',
    message: sentences.join(' '),
    duration: RESULT_MS,
  })
}
