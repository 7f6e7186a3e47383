import { z } from 'zod'
import { createStoredStore } from '../../lib/stored.ts'

/** The width the user dragged the menu to; `null` until then. */
export const sidebarWidthStore = createStoredStore('winnow.sidebar.width', z.number().positive().nullable(), null)

/** Whether the user folded the menu to its icons, on the alarm screen and elsewhere apart; `null` until they did either. */
export const sidebarFoldedStore = createStoredStore(
  'winnow.sidebar.folded',
  z.object({ alarms: z.boolean().nullable(), elsewhere: z.boolean().nullable() }),
  { alarms: null, elsewhere: null },
)

/** In a narrower window the menu at its least width, 1/4.5 of the window, leaves a page too little room. */
const ROOMY_WIDTH = 1600

/** Whether the menu is folded where the user has not said: on the alarm screen, whose picture needs the room, and in narrower windows. */
export function startsFolded(area: 'alarms' | 'elsewhere', windowWidth: number): boolean {
  return area === 'alarms' || windowWidth < ROOMY_WIDTH
}

/** Narrowest and widest the menu may be in a window of this width. */
export function sidebarBounds(windowWidth: number): { min: number; max: number } {
  return { min: Math.round(windowWidth / 4.5), max: Math.round(windowWidth / 2.5) }
}

/** A wished width within the bounds; without a wish the narrowest. */
export function clampSidebar(wished: number | null, windowWidth: number): number {
  const { min, max } = sidebarBounds(windowWidth)
  return Math.min(max, Math.max(min, Math.round(wished ?? min)))
}
