import { z } from 'zod'
import { createStoredStore } from '../../lib/stored.ts'

/** The width the user dragged the menu to; `null` until then. */
export const sidebarWidthStore = createStoredStore('winnow.sidebar.width', z.number().positive().nullable(), null)

/**
 * Whether the menu is folded to its icons, on the alarm screen and elsewhere apart: there the picture needs the room, so it starts
 * folded.
 */
export const sidebarFoldedStore = createStoredStore(
  'winnow.sidebar.folded',
  z.object({ alarms: z.boolean(), elsewhere: z.boolean() }),
  { alarms: true, elsewhere: false },
)

/** Narrowest and widest the menu may be in a window of this width. */
export function sidebarBounds(windowWidth: number): { min: number; max: number } {
  return { min: Math.round(windowWidth / 4.5), max: Math.round(windowWidth / 2.5) }
}

/** A wished width within the bounds; without a wish the narrowest. */
export function clampSidebar(wished: number | null, windowWidth: number): number {
  const { min, max } = sidebarBounds(windowWidth)
  return Math.min(max, Math.max(min, Math.round(wished ?? min)))
}
