import { notFound, redirect, rootRouteId, type StaticDataRouteOption } from '@tanstack/react-router'
import type { RouterContext } from '../app/router-context.ts'
import { showForbiddenToast } from '../app/turned-away.ts'
import { may } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'

interface Loading {
  context: RouterContext
  /** The router preloads the page; nobody has opened it yet. */
  preload: boolean
  /** The matched routes, from the root to the page. */
  matches: readonly { staticData: StaticDataRouteOption }[]
}

/**
 * Blocks users without the required ability. For the `beforeLoad` of an area; it also covers the pages below.
 * @throws {Response} the redirect, or the not-found that the router shows
 */
export function guardScreens({ context, preload, matches }: Loading): void {
  const { user } = sessionStore.get()
  if (!user) return
  for (const { staticData } of matches) {
    const { needs, otherwise = 'told' } = staticData.screen ?? {}
    if (needs === undefined || may(user, needs)) continue
    if (otherwise === 'not-found') throw notFound({ routeId: rootRouteId })
    if (otherwise === 'told' && !preload) showForbiddenToast(context.i18n)
    throw redirect({ to: '/', replace: true })
  }
}
