import { useRouter } from '@tanstack/react-router'
import { useUser } from '../../lib/session/session.ts'
import { destinationsOf, type MenuItem, menuItems, menuOf } from './menu.ts'
import { useArea } from './use-area.ts'

/** The user's menu in this area. */
export function useMenu(): MenuItem[] {
  return menuOf(menuItems(useRouter().routesById), useUser(), useArea())
}

/** The pages that the user can open by a command. */
export function useDestinations(): MenuItem[] {
  return destinationsOf(menuItems(useRouter().routesById), useUser())
}
