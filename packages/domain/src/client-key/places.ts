/** A limited number of places, such as connections, streams or exports. One holder can have several places. */
export interface Places {
  /**
   * Takes a place and returns a function that frees it. Further calls of that function have no effect. Returns undefined if all places are
   * taken, if the holder has the maximum, or if the remaining places are reserved for holders that have none.
   */
  take(holder: string): (() => void) | undefined
  /** The number of places in use. */
  count(): number
}

/**
 * @param options.perHolder maximum number of places of one holder
 * @param options.total maximum number of places of all holders together
 * @param options.reserved how many of these places only holders that have none can take, so that a few holders cannot take all
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
