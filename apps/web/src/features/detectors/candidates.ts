import type { DetectorsOverview } from '@winnow/contract'

/** A set of detectors that can be compared with the current one. */
export interface Candidate {
  key: string
  words: 'recommended' | 'accurate' | 'fast' | 'builtin' | 'plus' | 'minus'
  name?: string
  packs: string[]
}

/** Returns the sets to compare with: sets not in use, the current set with one detector more or less, and the built-in detector alone. */
export function candidatesOf({ sets, detectors, builtin }: DetectorsOverview): Candidate[] {
  const detecting = detectors.filter(({ capability }) => capability === 'detect')
  const current = detecting.filter(({ inUse }) => inUse).map(({ id }) => id)
  const known = new Set(sets.flatMap(({ packs }) => packs.map(({ id }) => id)))
  const ofSets = sets
    .filter(({ inUse }) => !inUse)
    .map(({ name, packs }): Candidate => ({ key: name, words: name, packs: packs.map(({ id }) => id) }))
  const alone: Candidate[] =
    builtin.inUse && current.length === 0 ? [] : [{ key: 'builtin', words: 'builtin', packs: [] }]
  const others = detecting.flatMap(({ id, title, inUse }): Candidate[] => {
    if (inUse && current.length > 1)
      return [{ key: `-${id}`, words: 'minus', name: title, packs: current.filter((one) => one !== id) }]
    // Available detectors from the catalogue are part of a set, and are compared with that set.
    if (inUse || known.has(id)) return []
    return [{ key: `+${id}`, words: 'plus', name: title, packs: [...current, id] }]
  })
  return [...ofSets, ...others, ...alone]
}
