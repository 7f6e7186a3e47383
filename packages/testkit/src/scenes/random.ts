/** A seeded source of numbers: the same seed gives the same picture on every machine. */
export interface Random {
  /** uniform in [0, 1) */
  next(): number
  range(from: number, to: number): number
  /** whole number in [from, to] */
  int(from: number, to: number): number
  /** one of the items; throws when there are none */
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  /** an independent source, so that one more drawn object does not change all objects after it */
  fork(label: string): Random
}

function hashText(text: string, seed: number): number {
  let hash = seed ^ 0x9e3779b9
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Creates a {@link Random} with the algorithm Mulberry32. Its 32 bits of state suffice for a drawing. */
export function createRandom(seed: number | string): Random {
  const start = typeof seed === 'string' ? hashText(seed, 0x811c9dc5) : Math.imul(seed | 0, 0x9e3779b1) >>> 0
  let state = start
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    fork: (label) => createRandom(hashText(label, start)),
  }
}
