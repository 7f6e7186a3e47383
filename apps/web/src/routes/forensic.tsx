import { IconSearch } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { getAppConfig } from '@winnow/contract'
import { ForensicPage } from '../app/forensic-page.tsx'
import { investigateSearch } from '../features/investigate/investigate-search.ts'
import { call } from '../lib/api/call.ts'
import { camsRoute } from './cams.tsx'

const InvestigatePage = lazyRouteComponent(
  () => import('../features/investigate/investigate-page.tsx'),
  'InvestigatePage',
)

/** The search of what pictures showed. Where the provider has a forensic page of its own, it leads there instead. */
export const forensicRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'forensic',
  validateSearch: investigateSearch,
  staticData: {
    screen: {
      needs: 'forensic.investigate',
      otherwise: 'not-found',
      menu: { id: 'investigate', icon: IconSearch, place: 60 },
    },
  },
  beforeLoad: async () => {
    const { forensicUrl } = await call(getAppConfig, {})
    return { forensicUrl }
  },
  component: function Forensic() {
    const { forensicUrl } = forensicRoute.useRouteContext()
    return forensicUrl === null ? <InvestigatePage /> : <ForensicPage url={forensicUrl} />
  },
})
