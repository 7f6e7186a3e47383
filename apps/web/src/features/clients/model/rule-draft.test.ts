import { advancedRuleFields, RULE_TYPES, type RuleType } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { conditionsOf, fieldsOf, newRule, problemsOf, type RuleDraft, toRuleBody } from './rule-draft.ts'
import type { Zone } from './zone-editor.ts'

const zone = (name: string): Zone => ({
  name,
  points: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
})
const LIST = { id: '01900000-0000-7000-8000-000000000001', name: 'Stolen' }
const draft = (type: RuleType, change: Partial<RuleDraft> = {}): RuleDraft => ({
  ...newRule(type, 'Rule', true),
  ...change,
})

/** What completes a new rule of each type. */
const COMPLETED: Record<RuleType, Partial<RuleDraft>> = {
  count: {},
  crowd_forming: {},
  loitering: {},
  watch_list: { list: LIST },
  ppe: {},
  hazard: { categories: ['smoke_fire', 'broken_window', 'obstructed_door'], zones: [zone('Door')] },
  safety_compliance: { categories: ['falling', 'lying', 'baggage'] },
  behavioural_anomaly: { categories: ['aggressive', 'crowd', 'climbing'], min: 4, zones: [zone('Fence')] },
  licence_plate: {},
}

describe('the form of a rule', () => {
  test.each(RULE_TYPES)('a completed rule of the kind %s is accepted by the contract · RULES-007', (type) => {
    const complete = draft(type, COMPLETED[type])
    expect(problemsOf(complete)).toEqual({})
    expect(advancedRuleFields.parse(toRuleBody(complete))).toEqual(toRuleBody(complete))
  })

  test.each(RULE_TYPES)('what the form says is wrong with a rule of the kind %s, the contract refuses too', (type) => {
    const empty = draft(type, { categories: [], items: [], list: null, min: '', max: '', period: '', name: 'x' })
    const isWrong = Object.keys(problemsOf(empty)).length > 0
    expect(advancedRuleFields.safeParse(toRuleBody(empty)).success).toBe(!isWrong)
  })

  test('each kind shows the fields that it needs · RULES-011', () => {
    const of = (type: RuleType, change: Partial<RuleDraft> = {}) => [...fieldsOf(draft(type, change))]
    expect(of('count')).toEqual(['objectType', 'min', 'max'])
    expect(of('crowd_forming')).toEqual(['objectType', 'min', 'period'])
    expect(of('loitering')).toEqual(['objectType', 'period'])
    expect(of('ppe')).toEqual(['items'])
    expect(of('licence_plate')).toEqual(['list'])
    expect(of('licence_plate', { list: LIST })).toEqual(['list', 'similarity'])
    expect(of('hazard')).toEqual(['categories'])
    expect(of('hazard', { categories: ['obstructed_door'] })).toEqual(['categories', 'period'])
    expect(of('behavioural_anomaly', { categories: ['crowd'] })).toEqual(['categories', 'min', 'period'])
  })

  test('a field that the kind does not need is not saved, whatever was typed in it', () => {
    const body = toRuleBody(draft('hazard', { categories: ['smoke_fire'], min: 3, max: 9, period: 60, list: LIST }))
    expect(body).toMatchObject({ detectionMin: null, detectionMax: null, detectionPeriod: null, meta: {} })
  })

  test('a timeout is saved only when it is on', () => {
    expect(toRuleBody(draft('count', { timeout: '120' }))).toMatchObject({
      detectionTimeout: null,
      detectionTimeoutActive: false,
    })
    expect(toRuleBody(draft('count', { timeout: '120', isHeld: true }))).toMatchObject({
      detectionTimeout: 120,
      detectionTimeoutActive: true,
    })
  })

  test.each<[string, RuleType, Partial<RuleDraft>, object]>([
    ['a count without bounds', 'count', { min: '', max: '' }, { min: 'minOrMax' }],
    ['a minimum above the maximum', 'count', { min: 5, max: 2 }, { max: 'minAboveMax' }],
    ['a crowd of one', 'crowd_forming', { min: 1 }, { min: 'crowdOfTwo' }],
    ['a crowd for no time', 'crowd_forming', { period: '' }, { period: 'givePeriod' }],
    ['a hazard of no kind', 'hazard', {}, { categories: 'chooseCategory' }],
    ['a door without its zone', 'hazard', { categories: ['obstructed_door'] }, { zones: 'drawZone' }],
    ['no equipment', 'ppe', { items: [] }, { items: 'chooseItem' }],
    ['a watch list without a list', 'watch_list', {}, { list: 'chooseList' }],
    ['a schedule that is not chosen', 'count', { hasSchedule: true }, { schedule: 'chooseSchedule' }],
    ['zones of one name', 'count', { zones: [zone('A'), zone(' A')] }, { zones: 'sameZoneName' }],
    ['a zone without a name', 'count', { zones: [zone(' ')] }, { zones: 'zoneName' }],
  ])('%s is said at its field', (_what, type, change, problems) => {
    expect(problemsOf(draft(type, change))).toEqual(problems)
  })

  test('zones can be counted alone only where there are several, and things are counted', () => {
    const two = [zone('A'), zone('B')]
    expect(conditionsOf(draft('count'))).toEqual(['inside'])
    expect(conditionsOf(draft('count', { zones: [zone('A')] }))).toEqual(['inside', 'outside'])
    expect(conditionsOf(draft('count', { zones: two }))).toEqual(['inside', 'any', 'all', 'outside'])
    expect(conditionsOf(draft('loitering', { zones: two }))).toEqual(['inside', 'outside'])
    // A condition that was chosen before its zones were deleted is not saved.
    expect(toRuleBody(draft('count', { condition: 'all' })).detectionCondition).toBe('inside')
  })
})
