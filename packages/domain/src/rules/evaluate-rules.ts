import { lookForBaggage } from './baggage.ts'
import { lookForCapability, lookForEquipment } from './capabilities.ts'
import { lookForCount } from './count.ts'
import { crowdGap, crowdLooks, lookForCrowd } from './crowd.ts'
import { doorLooks, lookForObstruction } from './door.ts'
import type { SeenFacts } from './facts.ts'
import type { Looked, PlateMatch, RuleFinding, TaskInput } from './findings.ts'
import { follow, shapeOf, type Followed } from './follow.ts'
import { holdBack, type NumberOf } from './hold-back.ts'
import { lookForLoitering } from './loitering.ts'
import { RULE_ENGINE } from './limits.ts'
import { zoneId } from './needs.ts'
import { lookForPlates } from './plates.ts'
import { lookForClimbing, lookForFalling, lookForLying } from './postures.ts'
import { LOOKED, memoryBefore, type Look, type RuleMemory } from './rule-memory.ts'
import { tasksOf, type Rule, type RuleCategory, type RuleTask } from './rule.ts'
import { seeThings, worthKeeping } from './see-things.ts'
import { shortNumberOf } from './short-number.ts'
import { trimMemory } from './trim-memory.ts'
import { placesOf, type Place } from './zones.ts'

/** One alarm of a camera, as its rules judge it. */
export interface RuledAlarm {
  id: string
  receivedAt: Date
  facts: SeenFacts
  /** The rules that are ready and whose time it is. */
  rules: readonly Rule[]
  memory: RuleMemory
  /** Listed plates that may be one of those read. */
  matches: readonly PlateMatch[]
  /** The lists in which the plates were looked for, if any were read. One that was deleted meanwhile is none of them. */
  lists: readonly string[]
  numberOf: NumberOf
}

const LOOK_FOR: Record<RuleTask, (input: TaskInput, zone: string) => Looked> = {
  count: lookForCount,
  crowd: lookForCrowd,
  loitering: lookForLoitering,
  plates: lookForPlates,
  ppe: lookForEquipment,
  smoke_fire: (input) => lookForCapability(input, 'fire'),
  broken_window: (input) => lookForCapability(input, 'glass'),
  aggressive: (input) => lookForCapability(input, 'behaviour'),
  obstructed_door: lookForObstruction,
  falling: lookForFalling,
  lying: lookForLying,
  baggage: lookForBaggage,
  climbing: lookForClimbing,
}

/** What a task remembers of this alarm. Of a crowd its first and last picture are enough, and more would not fit. */
function looksOf(task: RuleTask, input: TaskInput, zone: string, alarm: string): Look[] {
  if (task === 'crowd') return crowdLooks(input, alarm).filter((_look, at, all) => at === 0 || at === all.length - 1)
  return task === 'obstructed_door' ? doorLooks({ ...input, zoneId: zone }, alarm) : []
}

/** Corners that differ by less than a ten-thousandth of the picture are the same. */
const partOf = (share: number): number => Math.round(share * 10_000)

/** What a rule means by what it counted. Of another class, another number, or in zones drawn otherwise, it says nothing of today's. */
const meaningOf = ({ objectType, detectionCondition, zones, detectionMin }: Rule, task: RuleTask): string => {
  const drawn = zones.map(
    ({ name, points }) => `${name} ${points.map(([x, y]) => `${partOf(x)},${partOf(y)}`).join(' ')}`,
  )
  return [objectType, detectionCondition, ...drawn, task === 'crowd' ? detectionMin : ''].join('\n')
}

interface InPlace {
  place: Place
  looked: Looked
}

const RANK: Record<Looked['outcome'], number> = { hit: 3, 'not-seen': 2, 'too-small': 1, nothing: 0 }

/** What a rule saw in all its places: the most that was seen in one or, with `all`, the least. */
function together(rule: Rule, all: readonly InPlace[]): InPlace | undefined {
  const ranked = all.toSorted((a, b) => RANK[b.looked.outcome] - RANK[a.looked.outcome])
  return rule.detectionCondition === 'all' ? ranked.at(-1) : ranked[0]
}

function toFinding(rule: Rule, category: RuleCategory | null, { place, looked }: InPlace): RuleFinding | undefined {
  if (looked.outcome === 'nothing') return undefined
  const isHit = looked.outcome === 'hit'
  return {
    ruleId: rule.id,
    name: rule.name,
    type: rule.detectionType,
    category,
    outcome: looked.outcome,
    why: looked.outcome === 'not-seen' ? looked.why : null,
    visualType: rule.visualType,
    zone: place.zone,
    boxes: looked.outcome === 'not-seen' ? [] : looked.boxes,
    count: isHit ? (looked.count ?? null) : null,
    seconds: isHit ? (looked.seconds ?? null) : null,
    plate: isHit ? (looked.plate ?? null) : null,
    heldUntil: null,
  }
}

/** The classes of objects that the rules have to know again. */
function rememberedClasses(rules: readonly Rule[]): Set<string> {
  const classes = rules.flatMap((rule) =>
    tasksOf(rule).flatMap(({ task }) => {
      if (task === 'loitering') return [rule.objectType]
      if (task === 'falling') return ['person']
      return task === 'baggage' ? ['bag'] : []
    }),
  )
  return new Set(classes)
}

/**
 * Judges an alarm by the rules of its camera: facts and memory in, findings and the new memory out. A rule with several categories can have
 * several findings. The memory may already hold this alarm, or later ones; they are left out of the judgement.
 */
export function evaluateRules(alarm: RuledAlarm): { findings: RuleFinding[]; memory: RuleMemory } {
  const { facts, rules, matches, lists, numberOf } = alarm
  const id = shortNumberOf(alarm.id)
  const now = alarm.receivedAt.getTime()
  const before = memoryBefore(alarm.memory, id, now)
  const classes = rememberedClasses(rules)
  const things = seeThings(facts, { alarm: id, now, classes })
  const seen = [...before.things, ...things].toSorted((a, b) => a.at - b.at)
  const tracks = new Map<string, Followed[]>()
  const around = { shape: shapeOf(facts), looks: before.looks.filter(({ key }) => key === LOOKED) }
  const tracksOf = (kind: string): Followed[] => {
    const known = tracks.get(kind)
    if (known !== undefined) return known
    const made = follow(
      seen.filter((thing) => thing.class === kind),
      around,
    )
    tracks.set(kind, made)
    return made
  }
  const looks: Look[] = classes.size > 0 ? [{ key: LOOKED, alarm: id, at: now, holds: true }] : []
  const gaps = new Map<string, number>()
  const found: RuleFinding[] = []
  for (const rule of rules) {
    for (const { task, category } of tasksOf(rule)) {
      const remembers = task === 'crowd' || task === 'obstructed_door'
      const meant = remembers ? shortNumberOf(meaningOf(rule, task)) : ''
      const inPlaces = placesOf(rule, task === 'obstructed_door').map((place, index): InPlace => {
        const key = `${shortNumberOf(`${rule.id}/${task}`)}${index}${meant}`
        gaps.set(key, task === 'crowd' ? crowdGap(rule) : RULE_ENGINE.memoryMs)
        const input: TaskInput = { rule, place, facts, now, seen, memory: before, tracksOf, key, matches, lists }
        const zone = zoneId(rule.id, index)
        looks.push(...looksOf(task, input, zone, id))
        return { place, looked: LOOK_FOR[task](input, zone) }
      })
      const most = together(rule, inPlaces)
      const finding = most && toFinding(rule, category, most)
      if (finding) found.push(finding)
    }
  }
  const { findings, hits } = holdBack(found, rules, { alarm: id, now, before: before.hits, numberOf })
  const kept = trimMemory(
    {
      things: [...alarm.memory.things.filter((thing) => thing.alarm !== id), ...worthKeeping(things)],
      looks: [...alarm.memory.looks.filter((look) => look.alarm !== id), ...looks],
      hits,
    },
    {
      now,
      longestMs: Math.max(0, ...rules.map(({ detectionPeriod }) => (detectionPeriod ?? 0) * 1_000)),
      gapOf: (key) => gaps.get(key),
    },
  )
  return { findings, memory: kept }
}
