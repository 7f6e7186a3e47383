import { type Company, getCompany } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountForm } from './account-form.tsx'
import { GlobalConfigForm } from './global-config-form.tsx'
import { LogoField } from './logo-field.tsx'
import css from './settings.module.css'

/** Name and logo of the company. */
export function AccountTab() {
  return (
    <Loaded>
      {(company) => (
        <div className={css['column']}>
          <AccountForm key={company.id} company={company} />
          <LogoField company={company} />
        </div>
      )}
    </Loaded>
  )
}

/** Defaults of the company for all sites that do not override them. */
export function GlobalConfigTab() {
  return <Loaded>{(company) => <GlobalConfigForm key={company.id} company={company} />}</Loaded>
}

function Loaded({ children }: { children: (company: Company) => ReactNode }) {
  const { companyId } = useUser()
  const company = useOperationQuery(getCompany, { params: { id: companyId } })
  if (company.isPending) return <SkeletonRows rows={5} />
  // Keeps the form, and what is typed in it, also when a reload fails.
  if (company.data === undefined) return <ErrorState error={company.error} onRetry={() => void company.refetch()} />
  return children(company.data)
}
