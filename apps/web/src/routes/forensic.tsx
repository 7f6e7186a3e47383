import { IconSearch } from '@tabler/icons-react'
import { createRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { getAppConfig } from '@winnow/contract'
import { ForensicPage } from '../app/forensic-page.tsx'
import { call } from '../lib/api/call.ts'
import { camsRoute } from './cams.tsx'

/** Redirects to the provider's forensic page. Users without the permission get Page not found. */
export const forensicRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'forensic',
  staticData: {
    screen: {
      needs: 'forensic.investigate',
      otherwise: 'not-found',
      menu: { id: 'investigate', icon: IconSearch, place: 60 },
    },
  },
  beforeLoad: async () => {
    const { forensicUrl } = await call(getAppConfig, {})
    if (forensicUrl === null) throw notFound({ routeId: rootRouteId })
    return { forensicUrl }
  },
  component: function Forensic() {
    return <ForensicPage url={forensicRoute.useRouteContext().forensicUrl} />
  },
})
