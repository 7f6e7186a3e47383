import { agreed, countsAs, toBoxes } from './agreement.ts'
import type { CapabilityFact, RuleCapability, SeenFacts } from './facts.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'
import { RULE_ENGINE } from './limits.ts'
import { overlapOf } from './zones.ts'

type Seen = CapabilityFact['sightings'][number]

const factOf = ({ capabilities }: SeenFacts, capability: RuleCapability): CapabilityFact | undefined =>
  capabilities.find((fact) => fact.capability === capability)

const NOT_LOOKED: Looked = { outcome: 'not-seen', why: 'detector' }

/**
 * What a detector of the capability saw in the place, agreed by the pictures. If time ran out or a detector failed, what was seen until then
 * counts, and nothing seen says nothing.
 */
export function lookForCapability({ facts, place }: TaskInput, capability: RuleCapability): Looked {
  const fact = factOf(facts, capability)
  if (fact === undefined) return NOT_LOOKED
  const seen = fact.sightings.filter(({ score, box }) => score >= RULE_ENGINE.capabilityScore && place.holds(box))
  const sure = agreed(facts, seen)
  if (sure.length > 0) return { outcome: 'hit', boxes: toBoxes(sure) }
  return fact.looked ? nothingSeen(facts) : NOT_LOOKED
}

const plain = (label: string): string => label.toLowerCase().replaceAll(/[^a-z]+/g, '-')
/** Labels that say that an item is missing: `no-helmet`, `helmet-missing`, `without-helmet`, and `head` for one without helmet. */
const saysMissing = (label: string, item: string): boolean => {
  const text = plain(label)
  return [`no-${item}`, `without-${item}`, `${item}-missing`].includes(text) || (item === 'helmet' && text === 'head')
}

const contains = (person: Seen['box'], thing: Seen['box']): boolean => {
  const [x, y] = [thing.x + thing.width / 2, thing.y + thing.height / 2]
  return (
    x >= person.x &&
    x <= person.x + person.width &&
    y >= person.y - person.height * 0.1 &&
    y <= person.y + person.height
  )
}

/**
 * Somebody without an item that the rule requires. A head below 40 pixels is too small to tell, which is no violation. An item that the
 * detector does not know cannot be looked for. Where not every picture was looked at, only what a detector says to be missing is missing.
 */
export function lookForEquipment({ rule, facts, place }: TaskInput): Looked {
  const fact = factOf(facts, 'ppe')
  const items = rule.meta.items ?? []
  const knows = (item: string) => fact?.labels.some((label) => plain(label) === item || saysMissing(label, item))
  if (fact === undefined || !items.every(knows)) return NOT_LOOKED
  const heightOf = ({ frame, box }: Pick<Seen, 'frame' | 'box'>) => box.height * (facts.pictures[frame]?.height ?? 0)
  const sure = fact.sightings.filter(({ score }) => score >= RULE_ENGINE.capabilityScore)
  const people = facts.sightings.filter((thing) => countsAs(thing, 'person') && place.holds(thing.box))
  const bare: Seen[] = []
  const small: Seen[] = []
  for (const item of items) {
    const missing = sure.filter(({ label }) => saysMissing(label, item))
    const worn = sure.filter(({ label }) => plain(label) === item)
    for (const person of people) {
      const own = (things: Seen[]) =>
        things.filter((thing) => thing.frame === person.frame && contains(person.box, thing.box))
      const [head] = own(missing)
      if (head === undefined && own(worn).length > 0) continue
      // A detector that names what is missing is asked for that alone.
      if (head === undefined && (!fact.looked || fact.labels.some((label) => saysMissing(label, item)))) continue
      const pixels =
        head !== undefined && item === 'helmet' ? heightOf(head) : heightOf(person) / RULE_ENGINE.head.perPerson
      ;(pixels < RULE_ENGINE.head.pixels ? small : bare).push({ ...person, label: `no-${item}` })
    }
    // Heads of whom no detector of people saw a body.
    const alone = missing.filter(
      (thing) =>
        place.holds(thing.box) &&
        !people.some(
          (person) =>
            person.frame === thing.frame && (contains(person.box, thing.box) || overlapOf(person.box, thing.box) > 0),
        ),
    )
    for (const thing of alone)
      (heightOf(thing) < RULE_ENGINE.head.pixels ? small : bare).push({ ...thing, label: `no-${item}` })
  }
  const violations = agreed(facts, bare)
  if (violations.length > 0) return { outcome: 'hit', boxes: toBoxes(violations) }
  if (!fact.looked) return NOT_LOOKED
  return small.length > 0 ? { outcome: 'too-small', boxes: toBoxes(small) } : nothingSeen(facts)
}
