import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { camsRoute } from './cams.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'settings/{-$tab}',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
