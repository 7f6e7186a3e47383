import { type ReplyOf, searchNodes } from '@winnow/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnauthorisedError } from '../../../../lib/api/api-errors.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import type { NodeKind } from '../../model/selection.ts'
import { NodeIcon } from './node-icon.tsx'
import css from './tree.module.css'

type Found = ReplyOf<typeof searchNodes>
const MOST = 50

/** The results of a search. The last result stays while the next one loads, and when it fails. */
function useFound(text: string) {
  const { t } = useTranslation('errors')
  const errorText = useErrorText()
  const query = useOperationQuery(searchNodes, { query: { search: text, limit: MOST } }, { quiet: true })
  const [last, setLast] = useState<Found>()
  if (query.data && query.data !== last) setLast(query.data)
  useEffect(() => {
    if (query.error === null || query.error instanceof UnauthorisedError) return
    showToast({
      type: 'warning',
      id: 'tree.search',
      title: t('title.warning'),
      message: errorText(query.error),
    })
  }, [query.error, errorText, t])
  return { found: query.data ?? last, isFetching: query.isFetching, error: query.error }
}

interface SearchResultsProps {
  text: string
  selectedId: string | undefined
  onSelect: (kind: NodeKind, id: string) => void
}

/** Nodes whose name contains a text, anywhere in the tree. */
export function SearchResults({ text, selectedId, onSelect }: SearchResultsProps) {
  const { t } = useTranslation('clients')
  const { found, isFetching, error } = useFound(text)
  if (!found) return error ? <ErrorState compact error={error} /> : <SkeletonRows rows={6} />
  if (found.length === 0 && !isFetching) return <EmptyState compact title={t('tree.nothingFound', { text })} />
  return (
    <ul className={css['results']} aria-label={t('tree.results')} aria-busy={isFetching || undefined}>
      {found.map((place) => (
        <li key={place.id}>
          <button
            type="button"
            className={css['result']}
            aria-current={place.id === selectedId || undefined}
            onClick={() => onSelect(place.kind, place.id)}
          >
            <NodeIcon kind={place.kind} />
            <span className={css['resultText']}>
              <span className="wn-truncate">{place.name}</span>
              {place.kind !== 'project' && <small className="wn-truncate">{place.path}</small>}
            </span>
          </button>
        </li>
      ))}
      {found.length === MOST && <li className={css['more']}>{t('tree.moreResults', { n: MOST })}</li>}
    </ul>
  )
}
