import { fewerHits } from './fewer-hits.ts'
import { fewerLooks, type GapOf } from './fewer-looks.ts'
import { fewerThings } from './fewer-things.ts'
import { RULE_ENGINE } from './limits.ts'
import { storedBytes } from './pack-memory.ts'
import { LOOKED, type RuleMemory } from './rule-memory.ts'

/**
 * The part of a memory that fits, shared fairly: hits get half of it at most, and of the rest what tasks counted and what was seen get half
 * each, or what the other leaves. Within its part each rule, task and class keeps its share.
 */
export function fitMemory(memory: RuleMemory, gapOf: GapOf): RuleMemory {
  const { memoryBytes } = RULE_ENGINE
  if (storedBytes(memory) <= memoryBytes) return memory
  const isCounted = ({ key }: RuleMemory['looks'][number]) => key !== LOOKED
  const only = (some: Partial<RuleMemory>) => storedBytes({ things: [], looks: [], hits: [], ...some })
  const hits = fewerHits(memory.hits, memoryBytes / 2)
  const seen = { things: memory.things, looks: memory.looks.filter((look) => !isCounted(look)) }
  const counted = memory.looks.filter(isCounted)
  // The parts are measured apart, so their sum can be somewhat more than the whole.
  for (let room = memoryBytes - only({ hits }); ; room *= 0.9) {
    const fewer = fewerLooks(counted, Math.max(room / 2, room - only(seen)), gapOf)
    const left = fewerThings(seen, room - only({ looks: fewer }))
    const fitted = { things: left.things, looks: [...left.looks, ...fewer], hits }
    if (storedBytes(fitted) <= memoryBytes) return fitted
  }
}
