import { type Company, type CompanyRow, getCompany } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CreateCompanyForm } from './create-company-form.tsx'
import { EditCompanyForm } from './edit-company-form.tsx'

interface CompanyDialogProps {
  /** The company to change, 'new', or undefined while the dialog is closed. */
  company: CompanyRow | 'new' | undefined
  onClose: () => void
}

/** A company: its name, brand, features, first administrator and suspension. */
export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const { t } = useTranslation('companies')
  // After creating a company the dialog stays open, to invite its first administrator.
  const [made, setMade] = useState<Company>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const existing = company === 'new' ? made : company
  return (
    <Dialog opened={company !== undefined} onClose={close} title={existing ? existing.name : t('create')} size="lg">
      {existing ? (
        <Loaded id={existing.id} onClose={close} />
      ) : (
        company === 'new' && <CreateCompanyForm onMade={setMade} />
      )}
    </Dialog>
  )
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const company = useOperationQuery(getCompany, { params: { id } }, { staleTime: 0 })
  if (company.isPending) return <SkeletonRows rows={6} />
  // The input stays even when a reload fails.
  if (company.data === undefined)
    return <ErrorState compact error={company.error} onRetry={() => void company.refetch()} />
  return <EditCompanyForm company={company.data} onClose={onClose} />
}
