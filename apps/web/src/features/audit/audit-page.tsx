import { AUDIT_SORTS, type AuditEntry, exportAudit, listAuditFacets, type QueryOf } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { AuditFilters } from './audit-filters.tsx'
import css from './audit.module.css'
import { EntryDialog } from './entry-dialog.tsx'
import { useAuditColumns } from './use-audit-columns.tsx'
import { nodeOf, useAuditList, useSubjectName } from './use-audit-list.ts'

const LIMIT = 30
/** The company, and whether views are included, are not filters that "Clear filters" resets. */
const KEPT = ['company', 'person', 'project', 'site', 'view', 'looks'] as const

/** The audit log: who did what, to which object, when and from where. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const own = useUser().companyId
  const readsAll = useMay('companies.manage')
  const search = useSearch({ from: '/cams/audit-log' })
  const navigate = useNavigate({ from: '/cams/audit-log' })
  const [open, setOpen] = useState<AuditEntry>()
  const { page: _page, sort: _sort, company, project: _project, site: _site, view: _view, looks, ...exported } = search
  const companyId = (readsAll ? company : undefined) ?? own
  const params = { id: companyId }
  const audit = useAuditList(companyId, search, { page: search.page ?? 1, limit: LIMIT })
  const facets = useOperationQuery(listAuditFacets, { params }, { quiet: true })
  const subject = useSubjectName(search, facets.data?.users ?? [])
  const node = nodeOf(search)
  const columns = useAuditColumns(setOpen)
  const list = listControl(search, (next) => void navigate({ search: next, replace: true }), KEPT)
  const count = audit.data && t(audit.data.countIsExact ? 'count' : 'more', { count: audit.data.count })
  return (
    <PageLayout
      title={subject === undefined ? t('title') : t('history', { name: subject })}
      variant="wide"
      subtitle={count}
      actions={
        // Only a company's log can be exported, not that of a single node.
        !node && <ExportButton companyId={companyId} query={{ ...exported, looks: looks ?? false }} />
      }
    >
      {subject !== undefined && (
        <p className={css['subject']}>
          <LinkButton to="/cams/audit-log" look="subtle">
            {t('whole')}
          </LinkButton>
        </p>
      )}
      <ListScreen
        label={t('list')}
        query={audit}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={LIMIT}
        sorts={{ columns: AUDIT_SORTS, usual: '-time' }}
        columnsOf="audit"
        filters={<AuditFilters value={search} companyId={companyId} onChange={list.set} />}
        empty={{ icon: <IconHistory size={28} stroke={1.5} />, title: t('empty.title'), body: t('empty.body') }}
        nothingFound={{ title: t('empty.filtered'), body: t('empty.filteredBody') }}
      />
      <EntryDialog entry={open} onClose={() => setOpen(undefined)} />
    </PageLayout>
  )
}

function ExportButton({ companyId, query }: { companyId: string; query: QueryOf<typeof exportAudit> }) {
  const { t } = useTranslation('audit')
  const { busy, download } = useDownload()
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={busy}
      onClick={() => void download(exportAudit, { params: { id: companyId }, query }, () => 'audit.csv')}
    >
      {t('export')}
    </Button>
  )
}
