import type { Site, View } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { nodeQuery } from '../../state/tree-queries.ts'
import type { Pausable } from '../../state/use-pause.ts'
import { PauseForm } from './pause-form.tsx'

/** Asks how long a site or camera is to be paused, and why. `node` is undefined while the dialog is closed. */
export function PauseDialog({ node, onClose }: { node: Pausable | undefined; onClose: () => void }) {
  const { t } = useTranslation('clients')
  const [last, setLast] = useState(node)
  if (node && node !== last) setLast(node)
  // The text must not change during the closing animation.
  const shown = node ?? last
  return (
    <Dialog
      opened={node !== undefined}
      onClose={onClose}
      title={shown ? t(`override.titleOf.${shown.kind}`, { name: shown.name }) : ''}
    >
      {node && <Loaded key={node.id} node={node} onClose={onClose} />}
    </Dialog>
  )
}

function Loaded({ node, onClose }: { node: Pausable; onClose: () => void }) {
  const site = useQuery({ ...nodeQuery('site', node.id), enabled: node.kind === 'site', meta: { errors: 'inline' } })
  const view = useQuery({ ...nodeQuery('view', node.id), enabled: node.kind === 'view', meta: { errors: 'inline' } })
  const query = node.kind === 'site' ? site : view
  const data: Site | View | undefined = query.data
  if (data) return <PauseForm node={node} zone={data.timezone} pause={data.pause} onSaved={onClose} />
  if (query.error) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  return <SkeletonRows rows={4} height={36} />
}
