import { Outlet, useMatches } from '@tanstack/react-router'
import { useStore } from '../../lib/create-store.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { sessionStore } from '../../lib/session/session-store.ts'

/**
 * The page of the route. When the user changes, for example at the start of an impersonation, the route still shows the
 * old page for a moment. If the new user may not open it, nothing is rendered, so that no refused requests are sent.
 */
export function CurrentPage() {
  const needs = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.screen?.needs) })
  const isAllowed = useStore(
    sessionStore,
    ({ user }) => user !== null && needs.every((ability) => ability === undefined || may(user, ability)),
  )
  return isAllowed ? <Outlet /> : null
}
