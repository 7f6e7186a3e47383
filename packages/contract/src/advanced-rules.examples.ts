import { createAdvancedRule, listRuleCapabilities, updateAdvancedRule } from './advanced-rules.ts'
import { example, SOME_ID } from './example.ts'

const advancedRule = {
  active: true,
  name: 'Three at the gate',
  detectionType: 'count' as const,
  detectionMin: 3,
  objectType: 'person' as const,
  zones: [
    {
      name: 'Gate',
      points: [
        [0.1, 0.5],
        [0.4, 0.5],
        [0.4, 0.9],
        [0.1, 0.9],
      ] as [number, number][],
    },
  ],
}

export const advancedRulesExamples = [
  example(createAdvancedRule, { body: { advancedRule } }),
  example(updateAdvancedRule, { body: { advancedRule: { ...advancedRule, detectionMin: 5 } } }),
  example(listRuleCapabilities, { query: { viewId: SOME_ID } }),
]
