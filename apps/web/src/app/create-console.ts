import type { i18n } from 'i18next'
import type { QueryClient } from '@tanstack/react-query'
import { checkConnection, watchNetwork } from '../lib/connection/check-connection.ts'
import { onConnectionBack } from '../lib/connection/connection.ts'
import { onUnauthorised } from '../lib/api/call.ts'
import { startKeys } from '../lib/commands/dispatcher.ts'
import { CONNECTION_NOTICE, handleError, setErrorSink } from '../lib/errors/error-handler.ts'
import { dispatchLive, liveStateStore, onLive, renewLive, watchPage } from '../lib/live/live.ts'
import { watchPresence } from '../lib/presence.ts'
import { createQueryClient } from '../lib/query/query-client.ts'
import { followPreferences } from '../lib/preferences/change-preferences.ts'
import { restoreSession } from '../lib/session/session.ts'
import { sessionExpired, sessionStore } from '../lib/session/session-store.ts'
import { leftUnsentStore } from '../lib/session/unsent.ts'
import { brandOf, brandStore } from '../theme/brands.ts'
import { followThemeMode } from '../theme/theme-mode.ts'
import { toastOfError } from '../ui/toasts/error-toast.ts'
import { dismissToast, showToast } from '../ui/toasts/toast-store.ts'
import { type AppRouter, createAppRouter } from './router.ts'
import { checkSession } from './check-session.ts'
import { followAccountLanguage } from './follow-account-language.ts'
import { createTranslator, followLanguage } from './follow-language.ts'

export interface Console {
  queries: QueryClient
  i18n: i18n
  router: AppRouter
  /** Stops everything that was started. */
  close: () => void
}

/** Loads everything on screen again when the connection returns, since messages may have been missed. */
function comeBack() {
  dismissToast(CONNECTION_NOTICE)
  renewLive()
  dispatchLive({ type: 'resync' })
}

/** Checks the connection when the live stream breaks, which may be the first sign of a lost connection. */
function followStream() {
  return liveStateStore.subscribe(() => {
    if (liveStateStore.get() === 'waiting') void checkConnection()
  })
}

/** Tells a user who logged out without a connection what happens to their unsent changes. */
function followUnsent(i18n: i18n) {
  return leftUnsentStore.subscribe(() => {
    const count = leftUnsentStore.get()
    if (count === 0) return
    leftUnsentStore.set(0)
    const t = i18n.getFixedT(null, 'shell')
    showToast({ id: 'left-unsent', type: 'warning', message: t('offline.leftUnsent', { count }) })
  })
}

function followBrand() {
  const apply = () => {
    const theme = sessionStore.get().user?.company.theme
    if (theme) brandStore.set(brandOf(theme))
  }
  apply()
  return sessionStore.subscribe(apply)
}

/** Sets up the console, once per page load. All listeners for the lifetime of the page start here. */
export async function createConsole(): Promise<Console> {
  const queries = createQueryClient()
  // The first page depends on who is logged in, so it waits for the session. Texts are loaded at the same time.
  const restored = restoreSession().then(
    () => undefined,
    (error: unknown) => error,
  )
  const i18n = await createTranslator()
  setErrorSink((notice) => toastOfError(notice, i18n.getFixedT(null, ['common', 'errors'])))
  const undo = [
    followLanguage(i18n),
    followAccountLanguage(),
    followPreferences(),
    followThemeMode(),
    followBrand(),
    followUnsent(i18n),
    onConnectionBack(comeBack),
    followStream(),
    watchNetwork(),
    onUnauthorised(sessionExpired),
    startKeys(),
    watchPresence(),
    watchPage(() => sessionStore.get().user?.id),
    onLive('resync', () => void queries.invalidateQueries()),
    onLive('session.ended', () => void checkSession()),
  ]
  const failure = await restored
  if (failure !== undefined) handleError(failure)
  return { queries, i18n, router: createAppRouter({ queries, i18n }), close: () => undo.forEach((each) => each()) }
}
