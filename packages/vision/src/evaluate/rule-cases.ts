import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BLANK_RULE, needsOf, type Rule } from '@winnow/domain'
import { renderRuleScene, type RuleScene, type RuleSceneKind } from '@winnow/testkit'
import type { MediaInput } from '../types.ts'
import { readManifest, splitLine } from './read-manifest.ts'

/** What a camera sends in a case: pictures, and when. `null` is a look that shows nothing at all. */
export interface SentAlarm {
  /** Seconds after the first one. */
  at: number
  media: () => Promise<MediaInput[]>
}

/** Alarms of one camera, the rule that judges them, and whether the last one must be a hit. */
export interface RuleCase {
  id: string
  /** The figures that it belongs to, such as `lying`. */
  task: string
  isDrawn: boolean
  isHit: boolean
  rule: Rule
  alarms: SentAlarm[]
  /** An empty look before the first alarm, for things that must have come. */
  beganEmpty?: boolean
  /** What all cases with the same alarms ask of the analysis. They follow each other, so that each alarm is analysed once. */
  needs?: ReturnType<typeof needsOf>
}

/** A labelled case that cannot be measured here. */
export interface LeftOut {
  task: string
  count: number
}

const PERIOD = 30
/** Milliseconds between the pictures of an alarm whose manifest does not say. */
const GAP_MS = 1_000

const RULES = {
  count: (value: number): Rule => ({ ...BLANK_RULE, detectionMin: value, detectionMax: value }),
  crowd: { ...BLANK_RULE, detectionType: 'crowd_forming', detectionMin: 4, detectionPeriod: PERIOD },
  loitering: { ...BLANK_RULE, detectionType: 'loitering', detectionPeriod: PERIOD },
  lying: { ...BLANK_RULE, detectionType: 'safety_compliance', categories: ['lying'] },
  falling: { ...BLANK_RULE, detectionType: 'safety_compliance', categories: ['falling'] },
  baggage: { ...BLANK_RULE, detectionType: 'safety_compliance', categories: ['baggage'], detectionPeriod: PERIOD },
  climbing: { ...BLANK_RULE, detectionType: 'behavioural_anomaly', categories: ['climbing'] },
  door: { ...BLANK_RULE, detectionType: 'hazard', categories: ['obstructed_door'], detectionPeriod: PERIOD },
} satisfies Record<string, Rule | ((value: number) => Rule)>

const fromFiles =
  (files: readonly string[], gapMs = GAP_MS) =>
  async (): Promise<MediaInput[]> =>
    files.map((file, index) => ({
      id: String(index),
      bytes: new Uint8Array(readFileSync(file)),
      takenOffsetMs: index * gapMs,
    }))

/** The labelled stills and bursts. Fire has no detector that comes with the product. */
export function readRuleCases(file: string): { cases: RuleCase[]; leftOut: LeftOut[] } {
  const [header = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)
  const names = splitLine(header)
  const cases: RuleCase[] = []
  const leftOut = new Map<string, number>()
  for (const line of lines) {
    const values = splitLine(line)
    const value = (name: string) => values[names.indexOf(name)] ?? ''
    const media = fromFiles(
      value('frames')
        .split(';')
        .map((one) => path.join(path.dirname(file), one)),
    )
    const [task, isHit] = [value('kind'), value('label') === 'true']
    const common = { id: value('case_id'), task, isDrawn: false, isHit, alarms: [{ at: 0, media }] }
    if (task === 'count') cases.push({ ...common, isHit: true, rule: RULES.count(Number(value('value'))) })
    else if (task === 'lying') cases.push({ ...common, rule: RULES.lying })
    else if (task === 'baggage')
      cases.push({ ...common, rule: RULES.baggage, beganEmpty: true, alarms: [0, PERIOD].map((at) => ({ at, media })) })
    else leftOut.set(task, (leftOut.get(task) ?? 0) + 1)
  }
  return { cases, leftOut: [...leftOut].map(([task, count]) => ({ task, count })) }
}

/** The rules that are tried on each false alarm, by the task of the labelled cases. The figures are apart from those. */
const ON_FALSE_ALARMS: [task: string, rule: Rule][] = [
  ['count', { ...BLANK_RULE, detectionMin: 1 }],
  ['crowd', RULES.crowd],
  ['loitering', RULES.loitering],
  ['lying', RULES.lying],
  ['falling', RULES.falling],
  ['baggage', RULES.baggage],
]

/** False alarms, on each of which no rule may be hit. Those that last are sent three times, as if the scene stayed so over the period. */
export function negativeCases(file: string, only?: readonly string[]): RuleCase[] {
  const rules = ON_FALSE_ALARMS.filter(([task]) => only?.includes(task) ?? true)
  const needs = needsOf(rules.map(([, rule]) => rule))
  const isLasting = rules.some(([, { detectionPeriod }]) => detectionPeriod !== null)
  return readManifest(file)
    .filter(({ isTrue }) => !isTrue)
    .flatMap(({ id, files, gapSeconds }) => {
      const media = fromFiles(files, (gapSeconds ?? 1) * 1_000)
      const alarms = (isLasting ? [0, PERIOD / 2, PERIOD] : [0]).map((at) => ({ at, media }))
      return rules.map(([task, rule]): RuleCase => {
        const common = {
          id: `${task} ${id}`,
          task: `${task} on false alarms`,
          isDrawn: false,
          isHit: false,
          rule,
          alarms,
          needs,
        }
        return { ...common, beganEmpty: task === 'baggage' }
      })
    })
}

/**
 * People who stay, and streams of others at one place: pictures of labelled alarms, each sent as an alarm of its own. They were taken a second or so
 * apart, and are sent as if they were further apart.
 */
export function loiteringCases(labels: string, manifests: readonly string[]): RuleCase[] {
  const files = new Map(manifests.flatMap(readManifest).map((row) => [row.id, row.files]))
  const [, ...lines] = readFileSync(labels, 'utf8').split(/\r?\n/).filter(Boolean)
  return lines.map((line): RuleCase => {
    const [id = '', label, pictures = ''] = splitLine(line)
    const alarms = pictures.split(';').map((picture, index) => {
      const [of = '', frame] = picture.split(':')
      const file = files.get(of)?.[Number(frame)]
      if (file === undefined) throw new Error(`${id}: no manifest has the picture ${picture}`)
      return { at: (index * PERIOD) / 2, media: fromFiles([file]) }
    })
    return { id, task: 'loitering', isDrawn: false, isHit: label === 'true', rule: RULES.loitering, alarms }
  })
}

const toMedia = ({ frames }: RuleScene): MediaInput[] =>
  frames.map(({ jpeg, at }, index) => ({ id: String(index), bytes: new Uint8Array(jpeg), takenOffsetMs: at }))

/** What is drawn for each task: scenes with a hit and others like them, and when they are sent. */
const DRAWN: { task: string; rule: Rule; hits: RuleSceneKind[][]; others: RuleSceneKind[][]; every: number }[] = [
  {
    task: 'crowd',
    rule: RULES.crowd,
    hits: [['crowd', 'crowd', 'crowd']],
    others: [['two-people', 'two-people', 'two-people']],
    every: 15,
  },
  {
    task: 'lying',
    rule: RULES.lying,
    hits: [['lying']],
    others: [['standing'], ['crouching'], ['door-passed']],
    every: 30,
  },
  {
    task: 'falling',
    rule: RULES.falling,
    hits: [['falling']],
    others: [['standing'], ['crouching'], ['door-passed']],
    every: 30,
  },
  { task: 'climbing', rule: RULES.climbing, hits: [['climbing']], others: [['before-fence']], every: 30 },
  {
    task: 'baggage',
    rule: RULES.baggage,
    hits: [['bag-left', 'bag-left']],
    others: [
      ['bag-with-owner', 'bag-with-owner'],
      ['door-free', 'door-free'],
    ],
    every: 30,
  },
  {
    task: 'door',
    rule: RULES.door,
    hits: [['door-free', 'door-free', 'door-free', 'door-blocked', 'door-blocked']],
    others: [
      ['door-free', 'door-free', 'door-free', 'door-free', 'door-free'],
      ['door-free', 'door-free', 'door-free', 'door-passed', 'door-free'],
    ],
    every: 90,
  },
]
const ZONED = new Set(['climbing', 'door'])

/** Drawn cases: `seeds` of each, on as many cameras. Each alarm of one seed is another one of the same place. */
export async function drawRuleCases(seeds: number): Promise<RuleCase[]> {
  const cases: RuleCase[] = []
  for (const { task, rule, hits, others, every } of DRAWN)
    for (let seed = 1; seed <= seeds; seed += 1)
      for (const [number, kinds] of [...hits, ...others].entries()) {
        const options = { seed, camera: 20 + seed, frames: task === 'falling' ? 4 : 3 }
        const { zone } = await renderRuleScene(kinds.at(-1) ?? 'door-free', { ...options, frames: 1 })
        cases.push({
          id: `${task} ${kinds.at(-1) ?? ''} ${seed}`,
          task,
          isDrawn: true,
          isHit: number < hits.length,
          rule: ZONED.has(task) ? { ...rule, zones: [{ name: 'Zone', points: zone }] } : rule,
          alarms: kinds.map((kind, take) => ({
            at: take * every,
            media: async () => toMedia(await renderRuleScene(kind, { ...options, take })),
          })),
          beganEmpty: task === 'baggage',
        })
      }
  return cases
}
