import { changeLocale, createI18n } from '@winnow/i18n'
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { QueryClient } from '@tanstack/react-query'
import { checkConnection, watchNetwork } from '../lib/connection/check-connection.ts'
import { onConnectionBack } from '../lib/connection/connection.ts'
import { onUnauthorised } from '../lib/api/call.ts'
import { startKeys } from '../lib/commands/dispatcher.ts'
import { CONNECTION_NOTICE, handleError, setErrorSink } from '../lib/errors/error-handler.ts'
import { dispatchLive, liveStateStore, onLive, renewLive, watchPage } from '../lib/live/live.ts'
import { watchPresence } from '../lib/presence.ts'
import { localeStore } from '../lib/preferences/preferences.ts'
import { createQueryClient } from '../lib/query/query-client.ts'
import { restoreSession } from '../lib/session/session.ts'
import { sessionExpired, sessionStore } from '../lib/session/session-store.ts'
import { leftUnsentStore } from '../lib/session/unsent.ts'
import { brandOf, brandStore } from '../theme/brands.ts'
import { toastOfError } from '../ui/toasts/error-toast.ts'
import { dismissToast, showToast } from '../ui/toasts/toast-store.ts'
import { type AppRouter, createAppRouter } from './router.ts'
import { checkSession } from './check-session.ts'

export interface Console {
  queries: QueryClient
  i18n: i18n
  router: AppRouter
  /** Takes back everything that was started. */
  close: () => void
}

function followLocale(i18n: i18n) {
  const apply = () => {
    document.documentElement.lang = localeStore.get()
    if (i18n.language !== localeStore.get()) changeLocale(i18n, localeStore.get()).catch((error) => handleError(error))
  }
  apply()
  return localeStore.subscribe(apply)
}

/** Once the connection is back, everything on the screen is asked for anew: what happened meanwhile may not have been told. */
function comeBack() {
  dismissToast(CONNECTION_NOTICE)
  renewLive()
  dispatchLive({ type: 'resync' })
}

/** A stream that was cut may be the first sign of a connection that is gone. */
function followStream() {
  return liveStateStore.subscribe(() => {
    if (liveStateStore.get() === 'waiting') void checkConnection()
  })
}

/** Tells whoever logged out without a connection what becomes of what could not be sent. */
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

/** Puts the console together, once per page load. Everything that listens for the whole life of the page is started here. */
export async function createConsole(): Promise<Console> {
  const queries = createQueryClient()
  // Which page comes depends on who is logged in, so this is known before the first one is shown. Texts come meanwhile.
  const restored = restoreSession().then(
    () => undefined,
    (error: unknown) => error,
  )
  const i18n = await createI18n(localeStore.get(), [initReactI18next])
  setErrorSink((notice) => toastOfError(notice, i18n.getFixedT(null, ['common', 'errors'])))
  const undo = [
    followLocale(i18n),
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
