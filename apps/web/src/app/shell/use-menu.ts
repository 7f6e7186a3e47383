import { useRouter } from '@tanstack/react-router'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useUser } from '../../lib/session/session.ts'
import { destinationsOf, type MenuItem, menuItems, menuOf } from './menu.ts'
import { useArea } from './use-area.ts'

/** The user's menu in this area. It has Investigate only if the provider has a forensic page. */
export function useMenu(): MenuItem[] {
  const config = useAppConfig()
  const menu = menuOf(menuItems(useRouter().routesById), useUser(), useArea())
  return config?.forensicUrl ? menu : menu.filter(({ id }) => id !== 'investigate')
}

/** The pages that the user can open by a command. */
export function useDestinations(): MenuItem[] {
  return destinationsOf(menuItems(useRouter().routesById), useUser())
}
