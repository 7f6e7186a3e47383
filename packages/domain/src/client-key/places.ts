/** Places of which several hold some at a time: connections, streams, exports. */
export interface Places {
  /**
   * Takes a place for a holder and gives how to leave it, which may be called more than once; `undefined` when they hold all they may, or
   * when what is left is kept for those who hold none.
   */
  take(holder: string): (() => void) | undefined
  /** How many are taken. */
  count(): number
}

/**
 * @param options.perHolder places that one may hold
 * @param options.total places in all
 * @param options.reserved of these, the last so many go only to those who hold none: whoever takes all they can get shuts nobody else out
 */
export function createPlaces(options: { perHolder: number; total?: number; reserved?: number }): Places {
  const { perHolder, total = Infinity, reserved = 0 } = options
  const held = new Map<string, number>()
  let taken = 0
  return {
    take(holder) {
      const own = held.get(holder) ?? 0
      if (own >= perHolder || taken >= (own === 0 ? total : total - reserved)) return undefined
      held.set(holder, own + 1)
      taken++
      let left = false
      return () => {
        if (left) return
        left = true
        taken--
        const rest = (held.get(holder) ?? 1) - 1
        if (rest > 0) held.set(holder, rest)
        else held.delete(holder)
      }
    },
    count: () => taken,
  }
}
