import type { AuditEntry } from '@winnow/contract'
import { useTranslation } from 'react-i18next'

/** Who did it, with whoever acted in their name. */
export function useWho(): (entry: AuditEntry) => string {
  const { t } = useTranslation('audit')
  return ({ userName, impersonatorName }) =>
    impersonatorName === null ? userName : t('actingFor', { name: impersonatorName, user: userName })
}
