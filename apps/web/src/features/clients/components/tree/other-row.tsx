import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { NodeRow, TreeRow } from '../../model/tree-levels.ts'
import { retryLevel } from '../../state/tree-pages.ts'
import css from './tree.module.css'

/** A row of the tree that is not a node: it says that nodes are loading, do not exist, or could not be loaded. */
export function OtherRow({ row }: { row: Exclude<TreeRow, NodeRow> }) {
  const { t } = useTranslation(['clients', 'common'])
  const errorText = useErrorText()
  return (
    <div className={css['row']} data-level={row.level} data-kind={row.type} role="none">
      <span className={css['chevron']} />
      {(row.type === 'loading' || row.type === 'waiting') && <Skeleton width="60%" height={10} />}
      {row.type === 'empty' && <span className={css['faint']}>{t('tree.empty')}</span>}
      {row.type === 'error' && (
        <>
          <span className={css['failed']} role="alert" title={errorText(row.error)}>
            {errorText(row.error)}
          </span>
          <Button size="compact-xs" look="subtle" onClick={() => retryLevel(row.parentId)}>
            {t('common:retry')}
          </Button>
        </>
      )}
    </div>
  )
}
