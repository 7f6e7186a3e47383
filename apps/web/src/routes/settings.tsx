import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listAddress } from '../ui/list-screen/list-address.ts'
import { camsRoute } from './cams.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'settings/{-$tab}',
  validateSearch: listAddress,
  staticData: {
    screen: {
      menu: {
        id: 'settings',
        icon: IconSettings,
        place: 80,
        evenSuspended: true,
        goTo: { name: 'shell:command.goSettings', keys: ['Alt+S'] },
      },
    },
  },
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
