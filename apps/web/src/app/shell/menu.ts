import type { CurrentUser } from '@winnow/contract'
import { IconHelp } from '@tabler/icons-react'
import type { AnyRoute } from '@tanstack/react-router'
import { type Ability, may } from '../../lib/permissions/permissions.ts'
import type { MenuPlace } from '../screen.ts'

export interface MenuItem extends MenuPlace {
  needs?: Ability
  /** The path; undefined for an entry that opens a dialog. */
  to?: string
}

type Area = 'cams' | 'super'

/** The only entry that is not a route. */
const HELP: MenuItem = { id: 'help', icon: IconHelp, place: 70, needs: 'help.read' }

const areaOf = ({ to }: MenuItem): Area => (to?.startsWith('/super') ? 'super' : 'cams')

/** All entries of the side menu above Status and Log out, in order: the routes with a menu place, and the help. */
export function menuItems(routes: Readonly<Record<string, AnyRoute>>): MenuItem[] {
  const screens = Object.values(routes).flatMap(({ fullPath, options }): MenuItem[] => {
    const { menu, needs } = options.staticData?.screen ?? {}
    // Optional parts of the path are removed.
    const to = fullPath.replaceAll(/\/\{-\$\w+\}/g, '')
    return menu ? [{ ...menu, to, ...(needs ? { needs } : {}) }] : []
  })
  return [...screens, HELP].toSorted((a, b) => a.place - b.place)
}

const isFor = (user: CurrentUser, { needs }: MenuItem): boolean => needs === undefined || may(user, needs)

/** The menu entries of a user. Users of a suspended company reach the payment pages through the settings. */
export function menuOf(items: readonly MenuItem[], user: CurrentUser, area: Area = 'cams'): MenuItem[] {
  if (!may(user, 'console.use')) return items.filter((item) => areaOf(item) === 'cams' && item.evenSuspended)
  const shown = may(user, 'super.leave') ? area : 'super'
  return items.filter((item) => areaOf(item) === shown && isFor(user, item))
}

/** The entries that the user can open by a command. They are the same in every area. */
export function destinationsOf(items: readonly MenuItem[], user: CurrentUser): MenuItem[] {
  return items.filter((item) => areaOf(item) === 'cams' && item.goTo && isFor(user, item))
}
