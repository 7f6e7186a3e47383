import {
  type AdvancedRule,
  createAdvancedRule,
  type CurrentUser,
  deleteAdvancedRule,
  getAlarm,
  listAdvancedRules,
  listRuleCapabilities,
  RULE_CATEGORIES,
  RULE_TYPES,
  type RuleKind,
  updateAdvancedRule,
} from '@winnow/contract'
import { failure, json } from '../../../testing/fake-api.ts'
import { newRule, toRuleBody } from '../model/rule-draft.ts'
import { READY } from '../model/rule-standing.ts'
import { ClientsServer, treeUser } from './clients-server.ts'
import { buildView, viewId } from './node-factory.ts'

const ALARM_ID = '01900000-0000-7000-8000-000000000077'
export const ruleId = (n: number) => `01900000-0000-7000-8000-0000000009${String(n).padStart(2, '0')}`

/** A count rule. */
export const buildRule = (n: number, change: Partial<AdvancedRule> = {}): AdvancedRule => ({
  ...toRuleBody(newRule('count', `Rule ${n}`, true)),
  ...READY,
  id: ruleId(n),
  viewId: viewId(1),
  lastHitAt: null,
  version: 1,
  changedAt: '2026-11-20T10:00:00.000Z',
  changedBy: 'Ada',
  ...change,
})

/** All kinds of rules, each ready. */
export const readyKinds = (): RuleKind[] =>
  RULE_TYPES.flatMap((type) =>
    (type in RULE_CATEGORIES
      ? (Object.entries(RULE_CATEGORIES).find(([name]) => name === type)?.[1] ?? [])
      : [null]
    ).map((category): RuleKind => ({ ...READY, type, category })),
  )

const FRAME = {
  position: 0,
  kind: 'still',
  url: '/api/p',
  original: null,
  problem: null,
  width: 1000,
  height: 500,
  offsetMs: 0,
  motion: [],
}

/** A user who may change rules. */
export const ruleUser = (...more: CurrentUser['permissionsByCompany'][string]): CurrentUser => {
  const user = treeUser()
  const [company = ''] = Object.keys(user.permissionsByCompany)
  const permissions = user.permissionsByCompany[company] ?? []
  return { ...user, permissionsByCompany: { [company]: [...permissions, 'rule.write', ...more] } }
}

/** A camera with a picture and its rules, which it stores as the server does. */
export function rulesServer(rules: AdvancedRule[] = [], { user = ruleUser(), kinds = readyKinds() } = {}) {
  const server = new ClientsServer(user)
  server.views = [buildView(1, { lastAlarmId: ALARM_ID })]
  let all = rules
  const stored = (id: string) => all.find((rule) => rule.id === id)
  server.api
    .on(getAlarm, () => json({ frames: [FRAME], detections: [], reasons: [] }))
    .on(listAdvancedRules, () => all)
    .on(listRuleCapabilities, () => kinds)
    .on(createAdvancedRule, ({ body }) => {
      const made = buildRule(all.length + 1, body.advancedRule)
      all = [...all, made]
      return made
    })
    .on(updateAdvancedRule, ({ params, body }) => {
      const before = stored(params.ruleId)
      if (!before) return failure('NOT_FOUND', 'Not found')
      if (body.advancedRule.active && before.state === 'needs-detector')
        return failure('RULE_NEEDS_DETECTOR', 'No detector in use sees this')
      const changed = { ...before, ...body.advancedRule, version: before.version + 1 }
      all = all.map((rule) => (rule.id === changed.id ? changed : rule))
      return changed
    })
    .on(deleteAdvancedRule, ({ params }) => {
      all = all.filter(({ id }) => id !== params.ruleId)
      return { success: true as const }
    })
  return server
}
