import type { FactBox, SeenFacts } from './facts.ts'
import type { Followed } from './follow.ts'
import type { RuleMemory, SeenThing } from './rule-memory.ts'
import type { Rule, RuleCategory, RuleType, RuleZone } from './rule.ts'
import type { Place } from './zones.ts'

/** A box on one picture of the alarm. */
export interface FoundBox {
  frame: number
  box: FactBox
  label: string
}

/** Why a rule could not look. */
export type NotSeenReason = 'pictures' | 'looks' | 'postures' | 'plates' | 'detector' | 'usual-picture' | 'list'

/** What a task saw in one place. */
export type Looked =
  | { outcome: 'hit'; boxes: FoundBox[]; count?: number; seconds?: number; plate?: FoundPlate }
  | { outcome: 'not-seen'; why: NotSeenReason }
  | { outcome: 'too-small'; boxes: FoundBox[] }
  | { outcome: 'nothing' }

export interface FoundPlate {
  read: string
  listed: string | null
  list: string | null
}

/** A listed plate that may be one that was read. */
export interface PlateMatch extends FoundPlate {
  listId: string
}

/**
 * The finding of a rule on an alarm. `hit`: it makes the alarm true; `held`: the same within the timeout of an earlier hit; `too-small`: what it
 * looks for is too small to tell; `not-seen`: it could not look.
 */
export interface RuleFinding {
  ruleId: string
  name: string
  type: RuleType
  category: RuleCategory | null
  outcome: 'hit' | 'held' | 'too-small' | 'not-seen'
  why: NotSeenReason | null
  visualType: Rule['visualType']
  zone: RuleZone | null
  boxes: FoundBox[]
  count: number | null
  seconds: number | null
  plate: FoundPlate | null
  /** ISO 8601. */
  heldUntil: string | null
}

/** What a task judges by. */
export interface TaskInput {
  rule: Rule
  place: Place
  facts: SeenFacts
  /** When the alarm was received, in milliseconds since 1970. */
  now: number
  /** What was seen of people and bags, this alarm included, in the order of time. */
  seen: readonly SeenThing[]
  memory: RuleMemory
  /** The objects of a class, each with all that was seen of it. Worked out once for all rules of an alarm. */
  tracksOf: (kind: string) => readonly Followed[]
  /** The name of this task in this place, under which the memory holds what it counted. */
  key: string
  matches: readonly PlateMatch[]
  /** The lists in which the plates were looked for. */
  lists: readonly string[]
}

export const NOTHING: Looked = { outcome: 'nothing' }

/** What a task answers that saw nothing: it could not look if some pictures could not be looked at. */
export const nothingSeen = ({ isComplete }: Pick<SeenFacts, 'isComplete'>): Looked =>
  isComplete ? NOTHING : { outcome: 'not-seen', why: 'pictures' }
