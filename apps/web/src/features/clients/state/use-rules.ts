import {
  type AdvancedRule,
  listAdvancedRules,
  listRuleCapabilities,
  type RuleKind,
  updateAdvancedRule,
  type View,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { savedFields } from '../model/rule-draft.ts'

/** The rules of a camera. Their states change when a detector comes or goes, so they are loaded anew whenever the tab is shown. */
export function useRules(viewId: string) {
  return useOperationQuery(listAdvancedRules, { params: { id: viewId } }, { quiet: true, staleTime: 0 })
}

const UNKNOWN: readonly RuleKind[] = []

/** Which kinds of rules the camera can have. Empty while it is not known. */
export function useRuleKinds(viewId: string): readonly RuleKind[] {
  const { data } = useOperationQuery(listRuleCapabilities, { query: { viewId } }, { quiet: true, staleTime: 0 })
  return data ?? UNKNOWN
}

/** Refusals that say that a rule cannot look. */
const NOT_READY: ReadonlySet<string> = new Set(['RULE_NEEDS_DETECTOR', 'RULE_LOCKED', 'RULE_NOT_READY'])

/**
 * Switches rules on and off, one at a time. The list is loaded anew, also after an error.
 * @param onNotReady the server refused to switch a rule on, because it cannot look
 */
export function useSwitchRule(view: View, onNotReady: (rule: AdvancedRule) => void) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<{ id: string; active: boolean }>()
  const key = operationKey(listAdvancedRules, { params: { id: view.id } })
  return {
    /** The rule that is being switched, and to what. */
    busy,
    switchTo: async (rule: AdvancedRule, active: boolean): Promise<void> => {
      if (busy) return
      setBusy({ id: rule.id, active })
      try {
        await callAcrossLogin(updateAdvancedRule, {
          params: { id: view.id, ruleId: rule.id },
          body: { advancedRule: { ...savedFields(rule), active }, basedOn: { version: rule.version } },
        })
      } catch (error) {
        if (error instanceof RequestError && NOT_READY.has(error.code ?? '')) onNotReady(rule)
        else handleError(error)
      } finally {
        await queries.invalidateQueries({ queryKey: key })
        setBusy(undefined)
      }
    },
  }
}
