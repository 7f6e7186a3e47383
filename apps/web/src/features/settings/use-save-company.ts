import { getCompany, getCurrentUser, updateCompany } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation } from '../../lib/query/use-operation.ts'
import { restoreSession } from '../../lib/session/session.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'

/** The queries to reload after a company was changed. */
export const AFTER_CHANGE = [getCompany, getCurrentUser]

/** Saves settings of a company and reloads data that depend on them: the menu shows the company's name, and pictures show the masks. */
export function useSaveCompany() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  return useOperation(updateCompany, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: async (company) => {
      queries.setQueryData(operationKey(getCompany, { params: { id: company.id } }), company)
      await restoreSession().catch(() => undefined)
      showToast({ type: 'success', message: t('company.saved') })
    },
  })
}
