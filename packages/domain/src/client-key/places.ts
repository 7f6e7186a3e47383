/** Limited places, of which a holder can have several: connections, streams, exports. */
export interface Places {
  /**
   * Takes a place and returns a function that frees it, which may be called repeatedly. `undefined` when the holder has the maximum, or
   * when the rest is reserved for holders without any.
   */
  take(holder: string): (() => void) | undefined
  /** The number of places in use. */
  count(): number
}

/**
 * @param options.perHolder places per holder
 * @param options.total places in all
 * @param options.reserved the last places of these go only to holders without any, so that nobody can take all
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
