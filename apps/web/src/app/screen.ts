import type { TablerIcon } from '@tabler/icons-react'
import type { KeySpec } from '../lib/commands/keys.ts'
import type { TextKey } from '../lib/commands/registry.ts'
import type { Ability } from '../lib/permissions/permissions.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}

/** A route's metadata besides its path and page: who may open it, and its place in the menu. */
export interface Screen {
  /** The ability that a user needs to open the page. Without this field, every logged-in user may open it. */
  needs?: Ability
  /**
   * What happens to users without the ability. `told` (default): they get their landing page with a message. `not-found`: the page does
   * not exist for them.
   */
  otherwise?: 'told' | 'not-found'
  menu?: MenuPlace
}

type MenuId =
  | 'home'
  | 'companies'
  | 'detectors'
  | 'clients'
  | 'schedules'
  | 'alarms'
  | 'result'
  | 'investigate'
  | 'help'
  | 'settings'
  | 'manageUsers'
  | 'auditLog'

export interface MenuPlace {
  /** Names the entry: its text has the key `shell:menu.<id>`. */
  id: MenuId
  icon: TablerIcon
  /** Entries are sorted by this number. */
  place: number
  /** Also available to users of a suspended company. */
  evenSuspended?: true
  /** The command that opens it: its name in the palette, and its keys. */
  goTo?: { name: TextKey; keys?: readonly KeySpec[] }
}
