import { emptyRuleMemory, evaluateRules, needsOf, type RuleFinding, type SeenFacts } from '@winnow/domain'
import { createAnalyser, type Analyser } from '../analyse/analyser.ts'
import type { Detector } from '../detect/detector.ts'
import type { ViewMemory } from '../memory/view-memory.ts'
import type { KeptResults, RuleOutcome } from './kept-results.ts'
import type { RuleCase } from './rule-cases.ts'
import { wilson, type Share } from './wilson.ts'

/** A case, and what its last alarm came to. */
export interface RuleResult extends RuleOutcome {
  case: RuleCase
}

const START = Date.UTC(2026, 0, 1, 12)
/** The time of the empty look, in seconds before the first alarm. */
const BEFORE = 40
const PATIENCE_MS = 600_000
const EMPTY: SeenFacts = {
  pictures: [{ offsetMs: 0, width: 1280, height: 720, seen: true }],
  sightings: [],
  plates: null,
  zones: [],
  capabilities: [],
  isComplete: true,
}

/** What the analysis saw on each alarm of a case. */
async function factsOf(analyser: Analyser, { alarms, rule, needs = needsOf([rule]) }: RuleCase) {
  const seen: { at: number; facts: SeenFacts }[] = []
  let view: ViewMemory | null = null
  for (const { at, media } of alarms) {
    const { analysis } = await analyser.analyse(
      {
        media: await media(),
        view: {
          masks: [],
          wantedClasses: ['person', 'vehicle', 'cycle'],
          sensitivity: 3,
          looksToEnd: true,
          ...(needs && { rules: needs }),
        },
        memory: view,
        now: new Date(START + at * 1_000),
      },
      { softTimeoutMs: PATIENCE_MS },
    )
    view = analysis.memory
    if (analysis.rules) seen.push({ at, facts: analysis.rules })
  }
  return seen
}

function judgeCase(one: RuleCase, seen: Awaited<ReturnType<typeof factsOf>>): RuleResult {
  let memory = emptyRuleMemory()
  let found: RuleFinding | undefined
  const judge = (at: number, facts: SeenFacts): void => {
    const receivedAt = new Date(START + at * 1_000)
    const alarm = {
      id: `alarm ${at}`,
      receivedAt,
      facts,
      rules: [one.rule],
      memory,
      matches: [],
      lists: [],
      numberOf: String,
    }
    const judged = evaluateRules(alarm)
    ;({ memory } = judged)
    // Of a false alarm, each look must be none. Of what lasts, the last look must be a hit.
    if (one.isHit || found?.outcome !== 'hit') [found] = judged.findings
  }
  if (one.beganEmpty) judge(-BEFORE, EMPTY)
  for (const { at, facts } of seen) judge(at, facts)
  return { case: one, outcome: found?.outcome ?? 'nothing', boxes: found?.boxes ?? [] }
}

/** Sends the alarms of each case through the filter and its rule, one after the other. Cases with a kept result are not measured again. */
export async function runRuleCases(
  detectors: readonly Detector[],
  cases: readonly RuleCase[],
  { kept, onDone }: { kept?: KeptResults | undefined; onDone?: (count: number) => void } = {},
): Promise<RuleResult[]> {
  const analyser = createAnalyser({ detectors })
  const results: RuleResult[] = []
  let last: { alarms: RuleCase['alarms']; seen: Awaited<ReturnType<typeof factsOf>> } | undefined
  for (const one of cases) {
    const known = kept?.find(one.id)
    if (known) {
      results.push({ case: one, outcome: known.outcome, boxes: known.boxes })
      continue
    }
    if (last?.alarms !== one.alarms) last = { alarms: one.alarms, seen: await factsOf(analyser, one) }
    const result = judgeCase(one, last.seen)
    results.push(result)
    kept?.add(result)
    onDone?.(results.length)
  }
  return results
}

/** The figures of one task, on real or on drawn pictures. */
export interface RuleFigures {
  task: string
  isDrawn: boolean
  /** Hits where there must be one. */
  recall: Share
  /** Hits where there must be none. */
  falseHits: Share
  /** Cases in which the rule said that it could not look. */
  notSeen: number
}

/** The figures of each task, real before drawn. */
export function ruleFiguresOf(results: readonly RuleResult[]): RuleFigures[] {
  const groups = Map.groupBy(results, ({ case: { task, isDrawn } }) => `${isDrawn ? 'drawn' : 'real'} ${task}`)
  return [...groups.values()]
    .flatMap((group): RuleFigures[] => {
      const [first] = group
      if (first === undefined) return []
      const share = (isHit: boolean) => {
        const some = group.filter((one) => one.case.isHit === isHit)
        return wilson(some.filter(({ outcome }) => outcome === 'hit').length, some.length)
      }
      const { task, isDrawn } = first.case
      const notSeen = group.filter(({ outcome }) => outcome === 'not-seen').length
      return [{ task, isDrawn, recall: share(true), falseHits: share(false), notSeen }]
    })
    .toSorted((a, b) => Number(a.isDrawn) - Number(b.isDrawn) || a.task.localeCompare(b.task))
}
