import { type AuditEntry, exportAudit, listAuditFacets } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import css from './audit.module.css'
import { EntryDialog } from './entry-dialog.tsx'
import { nodeOf, useAuditList, useSubjectName } from './use-audit-list.ts'

const LIMIT = 30

/** Who did what, to what, when and from where. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const own = useUser().companyId
  const readsAll = useMay('companies.manage')
  const search = useSearch({ from: '/cams/audit-log' })
  const navigate = useNavigate({ from: '/cams/audit-log' })
  const { busy, download } = useDownload()
  const [open, setOpen] = useState<AuditEntry>()
  const { page = 1, company, ...filters } = search
  const companyId = (readsAll ? company : undefined) ?? own
  const params = { id: companyId }
  const audit = useAuditList(companyId, search, { page, limit: LIMIT })
  const facets = useOperationQuery(listAuditFacets, { params }, { quiet: true })
  const subject = useSubjectName(search, facets.data?.users ?? [])
  const node = nodeOf(search)
  const { looks, person, project, site, view, ...narrowing } = filters
  const filtered = Object.values(narrowing).some((value) => value !== undefined)
  const cleared = { company, person, project, site, view, looks }
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true })
  const exported = { ...narrowing, person, looks: looks ?? false }
  const count = audit.data && t(audit.data.countIsExact ? 'count' : 'more', { count: audit.data.count })
  return (
    <PageLayout
      title={subject === undefined ? t('title') : t('history', { name: subject })}
      variant="wide"
      subtitle={count}
      actions={
        // The file is that of a company; of one client, site or camera there is none.
        !node && (
          <Button
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={busy}
            onClick={() => void download(exportAudit, { params, query: exported }, () => 'audit.csv')}
          >
            {t('export')}
          </Button>
        )
      }
    >
      {subject !== undefined && (
        <p className={css['subject']}>
          <LinkButton to="/cams/audit-log" look="subtle">
            {t('whole')}
          </LinkButton>
        </p>
      )}
      <AuditFilters value={{ ...filters, company }} companyId={companyId} onChange={change} />
      {audit.isPending ? (
        <SkeletonRows rows={14} />
      ) : audit.isError ? (
        <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
      ) : audit.data.rows.length === 0 ? (
        <EmptyState
          icon={<IconHistory size={28} stroke={1.5} />}
          title={t(filtered ? 'empty.filtered' : 'empty.title')}
          action={filtered && <Button onClick={() => change(cleared)}>{t('filter.clear')}</Button>}
        >
          {t(filtered ? 'empty.filteredBody' : 'empty.body')}
        </EmptyState>
      ) : (
        <>
          <AuditTable rows={audit.data.rows} onOpen={setOpen} />
          <Pager
            label={t('pages')}
            page={page}
            limit={LIMIT}
            count={audit.data.count}
            onPage={(next) => change({ ...filters, company, page: next })}
          />
        </>
      )}
      <EntryDialog entry={open} onClose={() => setOpen(undefined)} />
    </PageLayout>
  )
}
