import type { MaskChange } from '@winnow/contract'
import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { useIsNarrow } from '../../../../ui/use-is-narrow.ts'
import { VirtualList, type VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import { filterPart } from '../../model/tree-filter.ts'
import { useMaskChanges, useMaskClients } from '../../state/use-mask-changes.ts'
import { MaskChangeRow } from './mask-change-row.tsx'
import css from './masks.module.css'

const WIDTH = 860
const ROW = { wide: 128, narrow: 184 }
const PICTURE_HEIGHT = 104
/** Pixels below the visible part at which the next page is fetched. */
const AHEAD = 1_500

/** A client, for the filter of the history. */
export interface HistoryClient {
  id: string
  name: string
}

interface MaskHistoryOverlayProps {
  /** The client whose changes are shown first; undefined for those of all clients. */
  client: HistoryClient | undefined
  onClose: () => void
}

/** Shows who changed the masks of which client's cameras, and when, with a way to each camera's own history. */
export function MaskHistoryOverlay({ client, onClose }: MaskHistoryOverlayProps) {
  const { t } = useTranslation('clients')
  const [clientId, setClientId] = useState(client?.id)
  const { pages, rows } = useMaskChanges(clientId)
  const body = () => {
    if (rows.length > 0) return <Changes key={clientId ?? ''} pages={pages} rows={rows} onLeave={onClose} />
    if (pages.isError) return <ErrorState compact error={pages.error} onRetry={() => void pages.refetch()} />
    if (pages.isPending) return <SkeletonRows rows={5} height={PICTURE_HEIGHT} />
    if (clientId === undefined)
      return (
        <EmptyState compact title={t('masks.history.noneAll')}>
          {t('masks.history.noneAllBody')}
        </EmptyState>
      )
    return (
      <EmptyState
        compact
        title={t('masks.history.noneClient')}
        action={<Button onClick={() => setClientId(undefined)}>{t('masks.history.every')}</Button>}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} size={WIDTH} title={t('masks.history.open')}>
      <div className={css['overlay']}>
        <ClientFilter first={client} value={clientId} onChange={setClientId} />
        <div className={css['overlayRows']}>{body()}</div>
      </div>
    </Dialog>
  )
}

interface ClientFilterProps {
  /** A client that can be chosen even if no masks of it were changed. */
  first: HistoryClient | undefined
  value: string | undefined
  onChange: (clientId: string | undefined) => void
}

/** Selects one of the clients at whose cameras masks were changed. */
function ClientFilter({ first, value, onChange }: ClientFilterProps) {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  const { clients, isCut } = useMaskClients()
  const names = new Map(first ? [[first.id, first.name]] : [])
  for (const { id, name, changeCount } of clients) names.set(id, `${name} (${number(changeCount)})`)
  return (
    <Select
      className={css['overlayClient']}
      label={t('masks.history.client')}
      placeholder={t('masks.history.every')}
      description={isCut ? t('masks.history.some', { n: number(clients.length) }) : undefined}
      data={Array.from(names, ([id, name]) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable
      nothingFoundMessage={t('masks.history.search')}
      clearButtonProps={{ 'aria-label': t('masks.history.every') }}
    />
  )
}

interface ChangesProps {
  pages: ReturnType<typeof useMaskChanges>['pages']
  rows: readonly MaskChange[]
  onLeave: () => void
}

/** The visible changes. The next page is fetched before its first row becomes visible. */
function Changes({ pages, rows, onLeave }: ChangesProps) {
  const { t } = useTranslation('clients')
  const narrow = useIsNarrow()
  const list = useRef<VirtualListHandle>(null)
  const loadMore = () => {
    const element = list.current?.element()
    if (!element || !pages.hasNextPage || pages.isFetching || pages.isFetchNextPageError) return
    if (element.scrollHeight - element.scrollTop - element.clientHeight < AHEAD)
      void pages.fetchNextPage({ cancelRefetch: false })
  }
  useEffect(loadMore)
  return (
    <>
      <div className={css['overlayList']}>
        <VirtualList
          ref={list}
          label={t('masks.history.list')}
          rows={rows}
          rowKey={(change) => change.id}
          rowHeight={narrow ? ROW.narrow : ROW.wide}
          onScroll={loadMore}
          render={(change) => (
            <MaskChangeRow change={change} place={<Place change={change} />} pictureHeight={PICTURE_HEIGHT}>
              <LinkButton
                size="compact-sm"
                to="/cams/clients/u"
                search={(before) => ({ ...filterPart(before), cam: change.viewId, tab: 'masks', history: true })}
                onClick={onLeave}
                aria-label={`${t('masks.history.toCamera')}: ${change.viewName}`}
              >
                {t('masks.history.toCamera')}
              </LinkButton>
            </MaskChangeRow>
          )}
        />
      </div>
      {pages.isFetchNextPageError && (
        <ErrorState compact error={pages.error} onRetry={() => void pages.fetchNextPage()} />
      )}
    </>
  )
}

/** The camera comes first, because a narrow screen cuts off the end. */
function Place({ change: { viewName, siteName, projectName } }: { change: MaskChange }) {
  const path = `${viewName} · ${projectName} / ${siteName}`
  return (
    <span className={css['place']} title={path}>
      {path}
    </span>
  )
}
