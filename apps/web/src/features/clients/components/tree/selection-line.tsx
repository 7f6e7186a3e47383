import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import type { TreeFilter } from '../../model/tree-filter.ts'
import { isNothing, selectedStore, selectMatching } from '../../state/selected-nodes.ts'
import css from './tree.module.css'

/** The number of nodes selected in the tree, and a button that selects all matching nodes. */
export function SelectionLine({ filter }: { filter: TreeFilter }) {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  const selected = useStore(selectedStore)
  if (isNothing(selected)) return null
  return (
    <div className={css['selection']} role="status">
      <span className={css['selectionText']}>
        {selected.of === 'filter'
          ? t('selected.matching')
          : t('selected.nodes', { count: selected.nodes.size, n: number(selected.nodes.size) })}
      </span>
      {selected.of === 'nodes' && (
        <Button look="subtle" size="compact-xs" onClick={() => selectMatching(filter)}>
          {t('selected.all')}
        </Button>
      )}
    </div>
  )
}
