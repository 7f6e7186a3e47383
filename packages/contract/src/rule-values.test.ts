import { describe, expect, it } from 'vitest'
import { advancedRuleFields, RULE_FIELDS, RULE_TIMEOUTS } from './rule-values.ts'

const zone = {
  name: 'Gate',
  points: [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
}
const count = { name: 'Three at the gate', detectionType: 'count', detectionMin: 3 }
const fieldsOf = (rule: object): string[] => {
  const { error } = advancedRuleFields.safeParse(rule)
  return (error?.issues ?? []).map(({ path }) => path.join('.'))
}

describe('the fields of an advanced rule', () => {
  it('are these 16, and others are dropped · RULES-001', () => {
    expect(RULE_FIELDS.toSorted()).toEqual(
      [
        'active',
        'categories',
        'detectionMax',
        'detectionMin',
        'detectionPeriod',
        'detectionSimilarityThreshold',
        'detectionType',
        'detectionCondition',
        'detectionTimeout',
        'detectionTimeoutActive',
        'meta',
        'name',
        'objectType',
        'scheduleId',
        'zones',
        'visualType',
      ].toSorted(),
    )
    const parsed = advancedRuleFields.parse({ ...count, companyId: 'x', id: 'y' })
    expect(Object.keys(parsed).toSorted()).toEqual(RULE_FIELDS.toSorted())
  })

  it('offer 50 minutes and then hours · RULES-003', () => {
    expect(RULE_TIMEOUTS).toEqual([50, 60, 120, 180, 240, 360, 480, 600, 720, 840, 960, 1080, 1200, 1320, 1440])
    expect(fieldsOf({ ...count, detectionTimeout: 50, detectionTimeoutActive: true })).toEqual([])
    expect(fieldsOf({ ...count, detectionTimeout: 51 })).toEqual(['detectionTimeout'])
  })

  it.each([
    ['no period', { detectionType: 'loitering' }, ['detectionPeriod']],
    ['a period below 5 s', { detectionType: 'loitering', detectionPeriod: 4 }, ['detectionPeriod']],
    ['a period above 300 s', { detectionType: 'loitering', detectionPeriod: 301 }, ['detectionPeriod']],
    ['half a second', { detectionType: 'loitering', detectionPeriod: 5.5 }, ['detectionPeriod']],
    ['a crowd of one', { detectionType: 'crowd_forming', detectionPeriod: 60, detectionMin: 1 }, ['detectionMin']],
    ['no quantity', { detectionType: 'count' }, ['detectionMin']],
    ['more than the maximum', { ...count, detectionMax: 2 }, ['detectionMax']],
    ['no list', { detectionType: 'watch_list' }, ['meta']],
    ['a list that is no id', { detectionType: 'watch_list', meta: { listId: 'x' } }, ['meta.listId']],
    ['no equipment', { detectionType: 'ppe' }, ['meta']],
    ['no category', { detectionType: 'hazard' }, ['categories']],
    ['a category of another type', { detectionType: 'hazard', categories: ['lying'] }, ['categories']],
    ['a fence that is not drawn', { detectionType: 'behavioural_anomaly', categories: ['climbing'] }, ['zones']],
    ['an unknown type', { detectionType: 'weather' }, ['detectionType']],
    ['a timeout that is not chosen', { ...count, detectionTimeoutActive: true }, ['detectionTimeout']],
    ['a condition without zone', { ...count, detectionCondition: 'outside' }, ['detectionCondition']],
    [
      'the outside of a fence',
      { detectionType: 'behavioural_anomaly', categories: ['climbing'], zones: [zone], detectionCondition: 'outside' },
      ['detectionCondition'],
    ],
    [
      'the outside of a door',
      {
        detectionType: 'hazard',
        categories: ['obstructed_door'],
        detectionPeriod: 30,
        zones: [zone],
        detectionCondition: 'outside',
      },
      ['detectionCondition'],
    ],
    ['two zones of one name', { ...count, zones: [zone, zone] }, ['zones']],
    [
      'a zone of 200 points',
      { ...count, zones: [{ name: 'Yard', points: Array.from({ length: 200 }, (_, at) => [at / 200, (at % 2) / 2]) }] },
      ['zones.0.points'],
    ],
    ['a zone of two points', { ...count, zones: [{ ...zone, points: zone.points.slice(1) }] }, ['zones.0.points']],
    [
      'a zone outside of the picture',
      {
        ...count,
        zones: [
          {
            ...zone,
            points: [
              [0, 0],
              [1, 0],
              [1, 2],
            ],
          },
        ],
      },
      ['zones.0.points.2.1'],
    ],
    [
      'a zone that crosses itself',
      {
        ...count,
        zones: [
          {
            ...zone,
            points: [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          },
        ],
      },
      ['zones.0.points'],
    ],
  ])('are refused with %s, naming the field', (_what, rule, fields) => {
    expect(fieldsOf({ name: 'Rule', ...rule })).toEqual(fields)
  })

  it.each([
    { detectionType: 'hazard', categories: ['smoke_fire', 'broken_window'] },
    { detectionType: 'safety_compliance', categories: ['falling', 'lying'] },
    { detectionType: 'safety_compliance', categories: ['baggage'], detectionPeriod: 60 },
    { detectionType: 'behavioural_anomaly', categories: ['aggressive'] },
    { detectionType: 'behavioural_anomaly', categories: ['climbing'], zones: [zone] },
    { detectionType: 'hazard', categories: ['obstructed_door'], zones: [zone], detectionPeriod: 60 },
    { detectionType: 'ppe', meta: { items: ['helmet'] } },
    { detectionType: 'licence_plate' },
    { detectionType: 'loitering', detectionPeriod: 5 },
    { detectionType: 'loitering', detectionPeriod: 300 },
  ])('are accepted: %j · RULES-007 RULES-008 RULES-009 RULES-010', (rule) => {
    expect(fieldsOf({ name: 'Rule', ...rule })).toEqual([])
  })
})
