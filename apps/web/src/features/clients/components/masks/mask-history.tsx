import { listMaskHistory, type MaskChange, type View } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import type { Polygon } from '../../model/mask-geometry.ts'
import { Loaded } from '../panes/loaded.tsx'
import { MaskChangeRow } from './mask-change-row.tsx'
import css from './masks.module.css'

/** The number of changes on one page of the dialog. */
const LIMIT = 10

interface MaskHistoryProps {
  view: View
  opened: boolean
  /** Whether the masks may not be changed. */
  locked: boolean
  onClose: () => void
  /** Loads earlier masks into the editor. */
  onRestore: (masks: readonly Polygon[]) => void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Shows who changed the masks of a camera, when, and on which picture. Earlier masks can be loaded into the editor. */
export function MaskHistory({ view, opened, locked, onClose, onRestore }: MaskHistoryProps) {
  const { t } = useTranslation('clients')
  const [page, setPage] = useState(1)
  const query = useOperationQuery(
    listMaskHistory,
    { query: { viewId: view.id, page, limit: LIMIT } },
    { enabled: opened, quiet: true, keepPrevious: true },
  )
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('masks.history.title', { name: view.name })}>
      <Loaded query={query} rows={4}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <EmptyState compact title={t('masks.history.none')}>
              {t('masks.history.noneBody')}
            </EmptyState>
          ) : (
            <>
              <ol className={css['changes']}>
                {rows.map((change) => (
                  <Change
                    key={change.id}
                    change={change}
                    isNow={isSame(change.mask, view.mask)}
                    onRestore={locked ? undefined : () => onRestore(change.mask)}
                  />
                ))}
              </ol>
              <Pager label={t('masks.history.open')} page={page} limit={LIMIT} count={count} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface ChangeProps {
  change: MaskChange
  /** Whether the camera has these masks now. */
  isNow: boolean
  onRestore: (() => void) | undefined
}

function Change({ change, isNow, onRestore }: ChangeProps) {
  const { t } = useTranslation('clients')
  return (
    <li>
      <MaskChangeRow change={change}>
        {isNow ? (
          <span className={css['now']}>{t('masks.history.now')}</span>
        ) : (
          onRestore && (
            <Button size="compact-sm" onClick={onRestore}>
              {t('masks.history.restore')}
            </Button>
          )
        )}
      </MaskChangeRow>
    </li>
  )
}
