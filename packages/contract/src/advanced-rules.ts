import { z } from 'zod'
import { operation } from './operation.ts'
import {
  advancedRule,
  advancedRuleFields,
  alarmRule,
  ruleCapability,
  ruleCategory,
  ruleObstacle,
  ruleState,
  ruleType,
} from './rule-values.ts'
import { id, idParams, success } from './values.ts'

const onView = { in: 'path', at: 'id', kind: 'view' } as const
const ruleParams = idParams.extend({ ruleId: id })
const tag = 'Rules'
/** The maximum size of a body with a rule in bytes: ten zones of a hundred corners with all their digits. */
const RULE_BYTES = 96 * 1024
/** Why a rule is refused that would be switched on, or whose type the company does not have. */
const NOT_READY = ['RULE_LOCKED', 'RULE_NEEDS_DETECTOR', 'RULE_NOT_READY'] as const

export const listAdvancedRules = operation({
  id: 'rules.list',
  method: 'GET',
  path: '/v1/view/:id/advanced-rules',
  summary: 'The rules of a camera by name, each with its state',
  tag,
  scope: [onView],
  permission: 'node.read',
  params: idParams,
  reply: z.array(advancedRule),
})

export const createAdvancedRule = operation({
  id: 'rules.create',
  method: 'POST',
  path: '/v1/view/:id/advanced-rules',
  summary: 'Add a rule to a camera. One that cannot look yet can be saved with `active` false. At most 20 rules',
  tag,
  scope: [onView],
  permission: 'rule.write',
  maxBytes: RULE_BYTES,
  params: idParams,
  body: z.object({ advancedRule: advancedRuleFields }),
  reply: advancedRule,
  errors: [...NOT_READY, 'CAPACITY_REACHED'],
})

export const updateAdvancedRule = operation({
  id: 'rules.update',
  method: 'PUT',
  path: '/v1/view/:id/advanced-rules/:ruleId',
  summary: 'Replace a rule. Omitted fields get their defaults',
  tag,
  scope: [onView],
  permission: 'rule.write',
  maxBytes: RULE_BYTES,
  params: ruleParams,
  body: z.object({
    advancedRule: advancedRuleFields,
    /** The version that the caller saw. If it is another by now, the change is refused with CONFLICT. */
    basedOn: z.object({ version: z.number().int() }).optional(),
  }),
  reply: advancedRule,
  errors: [...NOT_READY, 'CONFLICT'],
})

export const deleteAdvancedRule = operation({
  id: 'rules.delete',
  method: 'DELETE',
  path: '/v1/view/:id/advanced-rules/:ruleId',
  summary: 'Delete a rule. What it found on alarms stays with them',
  tag,
  scope: [onView],
  permission: 'rule.write',
  params: ruleParams,
  reply: success,
})

/** A type of rule, or one of its categories, and whether rules of it can look. */
export const ruleKind = z.object({
  type: ruleType,
  /** Null for types without categories. */
  category: ruleCategory.nullable(),
  state: ruleState,
  obstacle: ruleObstacle.nullable(),
  needs: ruleCapability.nullable(),
})
export type RuleKind = z.output<typeof ruleKind>

export const listRuleCapabilities = operation({
  id: 'rules.capabilities',
  method: 'GET',
  path: '/v1/rule-capabilities',
  summary:
    'Which types of rules can look, in this company and with the detectors in use; with `viewId` also at that camera',
  tag,
  scope: [{ in: 'query', at: 'viewId', kind: 'view', optional: true }],
  permission: 'node.read',
  query: z.object({ viewId: id.optional() }),
  reply: z.array(ruleKind),
})

export const getAlarmRule = operation({
  id: 'alarms.rule',
  method: 'GET',
  path: '/alarm/:id/rule',
  summary: 'What the rules of the camera found on an alarm, hits first',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.object({ rules: z.array(alarmRule) }),
})
