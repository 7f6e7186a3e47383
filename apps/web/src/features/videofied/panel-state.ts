import type { VideofiedPanel } from '@winnow/contract'

/** A panel calls for its cyclic test once a day, and not to the minute. */
const SILENT_MS = 26 * 3_600_000

export type PanelState = 'never' | 'silent' | 'failing' | 'working'

/** How a panel does. */
export function panelState({ seenAt, problem }: VideofiedPanel, now: Date): PanelState {
  if (problem && (seenAt === null || problem.at >= seenAt)) return 'failing'
  if (seenAt === null) return 'never'
  return now.getTime() - Date.parse(seenAt) > SILENT_MS ? 'silent' : 'working'
}
