import {
  AUDIT_SORTS,
  listCompanyAudit,
  listProjectAudit,
  listSiteAudit,
  listViewAudit,
  searchNodes,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import type { AuditSearch } from './audit-search.ts'

const NODE_LISTS = { project: listProjectAudit, site: listSiteAudit, view: listViewAudit } as const
const KINDS = ['view', 'site', 'project'] as const

/** The node whose history is requested, if any. */
export function nodeOf(search: AuditSearch): { kind: (typeof KINDS)[number]; id: string } | undefined {
  for (const kind of KINDS) {
    const id = search[kind]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** One page of a company's log, or of a single node's history. */
export function useAuditList(companyId: string, search: AuditSearch, page: { page: number; limit: number }) {
  const {
    company: _company,
    project: _project,
    site: _site,
    view: _view,
    page: _page,
    sort,
    person,
    ...filters
  } = search
  const node = nodeOf(search)
  const query = { ...filters, sort: sortIn(AUDIT_SORTS, sort), ...page }
  const options = { keepPrevious: true }
  const ofNode = useOperationQuery(
    NODE_LISTS[node?.kind ?? 'view'],
    { params: { id: node?.id ?? companyId }, query },
    { ...options, enabled: node !== undefined },
  )
  const ofCompany = useOperationQuery(
    listCompanyAudit,
    { params: { id: companyId }, query: { ...query, person } },
    { ...options, enabled: node === undefined },
  )
  return node === undefined ? ofCompany : ofNode
}

/** The title of a history; undefined for the whole log. */
export function useSubjectName(
  search: AuditSearch,
  users: readonly { id: string; name: string }[],
): string | undefined {
  const { t } = useTranslation('audit')
  const node = nodeOf(search)
  const nodes = useOperationQuery(
    searchNodes,
    { query: { ids: node === undefined ? [] : [node.id] } },
    { enabled: node !== undefined, quiet: true },
  )
  if (node !== undefined) {
    const found = nodes.data?.find(({ id }) => id === node.id)
    return found ? [found.path, found.name].filter(Boolean).join(' / ') : t(`objects.${node.kind}`)
  }
  if (search.person === undefined) return undefined
  return users.find(({ id }) => id === search.person)?.name ?? t('objects.user')
}
