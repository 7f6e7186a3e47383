import { createRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { getAppConfig } from '@winnow/contract'
import { ForensicPage } from '../app/forensic-page.tsx'
import { mayInvestigate } from '../app/shell/menu-items.ts'
import { call } from '../lib/api/call.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { camsRoute } from './cams.tsx'

/** Leads out of the console to the provider's forensic page. To those who may not, it is no more there than where there is none. */
export const forensicRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'forensic',
  beforeLoad: async () => {
    const { user } = sessionStore.get()
    if (!user || !mayInvestigate(user)) throw notFound({ routeId: rootRouteId })
    const { forensicUrl } = await call(getAppConfig, {})
    if (forensicUrl === null) throw notFound({ routeId: rootRouteId })
    return { forensicUrl }
  },
  component: function Forensic() {
    return <ForensicPage url={forensicRoute.useRouteContext().forensicUrl} />
  },
})
