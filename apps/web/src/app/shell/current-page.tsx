import { Outlet, useMatches } from '@tanstack/react-router'
import { useStore } from '../../lib/create-store.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { sessionStore } from '../../lib/session/session-store.ts'

/**
 * The page of the route. When the user changes, as at the start of an impersonation, the old page is still the route's for a moment:
 * nothing is rendered then that the new user may not open, so that it sends no calls that are refused.
 */
export function CurrentPage() {
  const needs = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.screen?.needs) })
  const isAllowed = useStore(
    sessionStore,
    ({ user }) => user !== null && needs.every((ability) => ability === undefined || may(user, ability)),
  )
  return isAllowed ? <Outlet /> : null
}
