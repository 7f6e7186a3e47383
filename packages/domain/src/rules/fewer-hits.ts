import type { LastHit } from './rule-memory.ts'

/** The rule and category of a hit, without its plate. */
const ruleOf = ({ key }: LastHit): string => key.split('/')[0] ?? key
const bytesOf = (hit: LastHit): number => JSON.stringify([hit.key, hit.alarm, hit.at]).length + 1

/** The latest hits that fit. The rule with the most loses its oldest first, so a gate with hundreds of plates takes no other rule's timeout. */
export function fewerHits(hits: readonly LastHit[], bytes: number): LastHit[] {
  const rules = Map.groupBy(
    hits.toSorted((a, b) => b.at - a.at),
    ruleOf,
  )
  let most = hits.reduce((sum, hit) => sum + bytesOf(hit), 0)
  while (most > bytes) {
    const longest = [...rules.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const dropped = longest.pop()
    if (dropped === undefined) break
    most -= bytesOf(dropped)
  }
  return [...rules.values()].flat()
}
