import { notFound, redirect, rootRouteId, type StaticDataRouteOption } from '@tanstack/react-router'
import type { RouterContext } from '../app/router-context.ts'
import { showForbiddenToast } from '../app/turned-away.ts'
import { may } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'

interface Loading {
  context: RouterContext
  /** Whether the router only preloads the page, before anyone opens it. */
  preload: boolean
  /** The matched routes, from the root to the page. */
  matches: readonly { staticData: StaticDataRouteOption }[]
}

/**
 * Blocks users without the required ability. For the `beforeLoad` of an area; it also covers the pages below.
 * @throws {Response} a redirect, or the error with which the router shows Page not found
 */
export function guardScreens({ context, preload, matches }: Loading): void {
  const { user } = sessionStore.get()
  if (!user) return
  for (const { staticData } of matches) {
    const { needs, otherwise = 'told' } = staticData.screen ?? {}
    if (needs === undefined || may(user, needs)) continue
    if (otherwise === 'not-found') throw notFound({ routeId: rootRouteId })
    if (!preload) showForbiddenToast(context.i18n)
    throw redirect({ to: '/', replace: true })
  }
}
