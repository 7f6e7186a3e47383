/** The player's state. Playing survives a change of alarm. */
export interface PlayerState {
  alarmId: string | null
  index: number
  count: number
  playing: boolean
}

export type PlayerEvent =
  | { type: 'opened'; alarmId: string | null; count: number; start: number }
  | { type: 'step'; by: 1 | -1 }
  | { type: 'tick' }
  | { type: 'chosen'; index: number }
  | { type: 'toggled' }

export const initialPlayer: PlayerState = { alarmId: null, index: 0, count: 0, playing: false }

const clampIndex = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))

/** Returns the player's state after an event. A step of the user stops playing, and stops at the first and last picture. Playing loops. */
export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'opened': {
      // The same alarm got more pictures from a further signal; the displayed picture stays.
      if (event.alarmId === state.alarmId && state.count > 0)
        return { ...state, count: event.count, index: clampIndex(state.index, event.count) }
      return { ...state, alarmId: event.alarmId, count: event.count, index: clampIndex(event.start, event.count) }
    }
    case 'step':
      return { ...state, playing: false, index: clampIndex(state.index + event.by, state.count) }
    case 'tick':
      return state.playing && state.count > 1 ? { ...state, index: (state.index + 1) % state.count } : state
    case 'chosen':
      return { ...state, playing: false, index: clampIndex(event.index, state.count) }
    default:
      return { ...state, playing: !state.playing }
  }
}

const STILL_MS = 700
const SHORTEST_MS = 80
const LONGEST_MS = 1500

/**
 * How long the picture at `index` is shown while playing, in milliseconds: the real gap, within bounds so that a burst is visible and a
 * long pause does not look like a stop. Pictures without times get an even pace.
 * @param speed a factor; 2 halves the time
 */
export function frameDuration(offsets: readonly (number | null)[], index: number, speed: number): number {
  const here = offsets[index]
  const next = offsets[index + 1]
  const gap = typeof here === 'number' && typeof next === 'number' && next > here ? next - here : STILL_MS
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, gap)) / speed
}
