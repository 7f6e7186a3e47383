import { useRouterState } from '@tanstack/react-router'

/** Which menu the page belongs to. Supervisors have their own. */
export function useArea(): 'cams' | 'super' {
  return useRouterState({ select: (state) => (state.location.pathname.startsWith('/super') ? 'super' : 'cams') })
}
