import { z } from 'zod'
import { createStoredStore } from '../../lib/stored.ts'

/** The width to which the user dragged the menu; `null` before that. */
export const sidebarWidthStore = createStoredStore('winnow.sidebar.width', z.number().positive().nullable(), null)

/** Whether the user collapsed the menu to icons, separately for the alarm screen and elsewhere; `null` before their first choice. */
export const sidebarFoldedStore = createStoredStore(
  'winnow.sidebar.folded',
  z.object({ alarms: z.boolean().nullable(), elsewhere: z.boolean().nullable() }),
  { alarms: null, elsewhere: null },
)

/** In a narrower window, the menu at its minimum width (1/4.5 of the window) leaves a page too little space. */
const ROOMY_WIDTH = 1600

/** Whether the menu is collapsed by default: on the alarm screen, whose picture needs the space, and in narrower windows. */
export function startsFolded(area: 'alarms' | 'elsewhere', windowWidth: number): boolean {
  return area === 'alarms' || windowWidth < ROOMY_WIDTH
}

/** The menu's minimum and maximum width in a window of this width. */
export function sidebarBounds(windowWidth: number): { min: number; max: number } {
  return { min: Math.round(windowWidth / 4.5), max: Math.round(windowWidth / 2.5) }
}

/** The wanted width, limited to the bounds. The minimum if `wished` is null. */
export function clampSidebar(wished: number | null, windowWidth: number): number {
  const { min, max } = sidebarBounds(windowWidth)
  return Math.min(max, Math.max(min, Math.round(wished ?? min)))
}
