import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BLANK_RULE, evaluateRules, emptyRuleMemory, type Rule, type SeenFacts } from '@winnow/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { job } from '../analyse/yard.fixture.ts'
import { createAnalysisPool } from '../pool/analysis-pool.ts'
import type { AnalysisPool } from '../pool/pool-types.ts'
import { packManifestSchema, RULE_PACKS } from './pack-manifest.ts'
import { createPackStore, readPack } from './pack-store.ts'
import { rednessManifest, rednessModel, rednessPicture, writeRedness } from './redness.fixture.ts'

/** Starting a process takes seconds on a loaded machine. */
const SLOW = 120_000
const LABELS = {
  ppe: ['helmet', 'no-helmet'],
  fire: ['smoke', 'flame'],
  glass: ['whole', 'broken'],
  behaviour: ['calm', 'fight'],
}
/** The network sees its second label in the right half, as surely as the picture is red. */
const seen = (capability: (typeof RULE_PACKS)[number]) => LABELS[capability][1]!

let folder: string
let pool: AnalysisPool
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-rule-pack-'))
  const models = path.join(folder, 'models')
  const store = createPackStore(models)
  for (const capability of RULE_PACKS) {
    const source = path.join(folder, capability)
    await writeRedness(source, { id: `our-${capability}`, capability, labels: LABELS[capability], classes: {} })
    await store.addFrom(source)
  }
  // A detector of people that sees somebody in the right half of red pictures, in place of the built-in one.
  await writeRedness(path.join(folder, 'people'), { id: 'people' })
  await store.addFrom(path.join(folder, 'people'))
  pool = createAnalysisPool({ size: 1, packFolder: models })
  await pool.warm()
}, SLOW)
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

/** The facts of an alarm with one picture, for a rule that needs these capabilities. */
async function factsOf(red: number, capabilities: (typeof RULE_PACKS)[number][]): Promise<SeenFacts | undefined> {
  const asked = job([await rednessPicture(red)])
  const rules = { looks: false, postures: false, zones: [], capabilities }
  return (await pool.analyse({ ...asked, view: { ...asked.view, looksToEnd: true, rules } })).rules
}

const ruleOf = (change: Partial<Rule>): Rule => ({ ...BLANK_RULE, detectionType: 'hazard', ...change })

const judge = (facts: SeenFacts, change: Partial<Rule>) =>
  evaluateRules({
    id: 'alarm',
    receivedAt: new Date('2026-05-01T12:00:00Z'),
    facts,
    rules: [ruleOf(change)],
    memory: emptyRuleMemory(),
    matches: [],
    lists: [],
    numberOf: (plate) => plate,
  }).findings.map(({ outcome }) => outcome)

const RULES = {
  fire: { detectionType: 'hazard', categories: ['smoke_fire'] },
  glass: { detectionType: 'hazard', categories: ['broken_window'] },
  behaviour: { detectionType: 'behavioural_anomaly', categories: ['aggressive'] },
  ppe: { detectionType: 'ppe', meta: { items: ['helmet'] } },
} as const satisfies Record<(typeof RULE_PACKS)[number], Partial<Rule>>

describe('a pack that only rules need', { timeout: SLOW }, () => {
  test.each(RULE_PACKS)(
    'of the capability %s makes a hit of what it sees, and nothing of what it does not',
    async (capability) => {
      const facts = await factsOf(230, [capability])
      expect(facts?.capabilities).toMatchObject([{ capability, looked: true, labels: LABELS[capability] }])
      expect(new Set(facts?.capabilities[0]?.sightings.map(({ label }) => label))).toEqual(new Set([seen(capability)]))
      expect(facts?.capabilities[0]?.sightings[0]?.score).toBeGreaterThan(0.6)
      expect(judge(facts!, RULES[capability])).toEqual(['hit'])
      const dark = await factsOf(15, [capability])
      expect(dark?.capabilities).toMatchObject([{ capability, looked: true, sightings: [] }])
      expect(judge(dark!, RULES[capability])).toEqual([])
    },
  )

  test('looks only where a rule asks, and has no part in what is detected', async () => {
    const facts = await factsOf(230, [])
    expect(facts?.capabilities).toEqual([])
    expect(new Set(facts?.sightings.map(({ label }) => label))).toEqual(new Set(['guard']))
    expect(
      pool
        .stats()
        .loaded.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['our-behaviour', 'our-fire', 'our-glass', 'our-ppe', 'people'])
  })
})

test(
  'without a pack of the capability nobody looked, and a rule says so',
  async () => {
    const other = createAnalysisPool({ size: 1, packFolder: path.join(folder, 'none') })
    try {
      const asked = job([await rednessPicture(230)])
      const rules = { looks: false, postures: false, zones: [], capabilities: ['fire' as const] }
      const { rules: facts } = await other.analyse({ ...asked, view: { ...asked.view, looksToEnd: true, rules } })
      expect(facts?.capabilities).toEqual([{ capability: 'fire', looked: false, labels: [], sightings: [] }])
      expect(judge(facts!, RULES.fire)).toEqual(['not-seen'])
    } finally {
      await other.close()
    }
  },
  SLOW,
)

describe('the manifest of such a pack', () => {
  const manifest = (change: object) => packManifestSchema.safeParse(rednessManifest(rednessModel(), change))
  const issuesOf = (change: object) =>
    manifest(change).error?.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`)

  test.each(RULE_PACKS)('of %s names labels of its own, with no meaning among our classes', (capability) => {
    expect(manifest({ capability, labels: LABELS[capability], classes: {} }).success).toBe(true)
    expect(issuesOf({ capability, labels: 'coco-80', classes: {} })?.[0]).toContain('labels: the classes of COCO')
  })

  test('of protective equipment must name equipment that a rule can require', () => {
    expect(issuesOf({ capability: 'ppe', labels: ['fox', 'guard'], classes: {} })?.[0]).toContain(
      'such as helmet or no-helmet',
    )
    expect(manifest({ capability: 'ppe', labels: ['head', 'body'], classes: {} }).success).toBe(true)
  })

  test('is refused from a folder with the fault, like any other', async () => {
    const source = path.join(folder, 'wrong')
    await writeRedness(source, { capability: 'ppe', labels: ['fox', 'guard'], classes: {} })
    await expect(readPack(source)).rejects.toThrow('labels: none of them names equipment')
  })
})
