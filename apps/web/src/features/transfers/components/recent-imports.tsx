import { listImports, type TreeImport } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { type ListAddress, listControl } from '../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import css from './transfers.module.css'

const LIMIT = 10

/** The files of the last day, with links to their previews and results. */
export function RecentImports() {
  const { t } = useTranslation('transfers')
  const { number } = useFormats()
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const imports = useOperationQuery(
    listImports,
    { query: { page: list.page, limit: LIMIT } },
    { keepPrevious: true, quiet: true },
  )
  const columns: ListColumn<TreeImport>[] = [
    {
      key: 'file',
      name: t('recent.file'),
      wrap: true,
      fixed: true,
      render: ({ id, fileName }) => (
        <Link to="/cams/clients/import/{-$id}" params={{ id }}>
          {fileName}
        </Link>
      ),
    },
    { key: 'at', name: t('recent.at'), render: ({ createdAt }) => <TimeText at={createdAt} seconds={false} /> },
    { key: 'lines', name: t('recent.lines'), align: 'right', render: ({ lines }) => number(lines) },
    {
      key: 'state',
      name: t('recent.state'),
      render: ({ jobId }) => t(jobId === null ? 'recent.waiting' : 'recent.started'),
    },
  ]
  return (
    <section className={css['recent']}>
      <h2>{t('recent.title')}</h2>
      <p className={css['note']}>{t('recent.note')}</p>
      <ListScreen
        label={t('recent.title')}
        query={imports}
        list={list}
        limit={LIMIT}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('recent.none') }}
        compact
      />
    </section>
  )
}
