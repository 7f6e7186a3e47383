import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { nodeQuery } from '../../state/tree-queries.ts'
import { type Armable, useArming } from '../../state/use-arming.ts'
import { DisarmForm } from './disarm-form.tsx'

/** Asks for how long a site is to be disarmed. `site` is undefined while the dialog is closed. */
export function DisarmDialog({ site, onClose }: { site: Armable | undefined; onClose: () => void }) {
  const { t } = useTranslation('schedules')
  const [last, setLast] = useState(site)
  if (site && site !== last) setLast(site)
  // The text must not change during the closing animation.
  const shown = site ?? last
  return (
    <Dialog
      opened={site !== undefined}
      onClose={onClose}
      title={shown ? t('arming.disarmOf', { name: shown.name }) : ''}
    >
      {site && <Loaded key={site.id} site={site} onClose={onClose} />}
    </Dialog>
  )
}

function Loaded({ site, onClose }: { site: Armable; onClose: () => void }) {
  const arming = useArming(site.id)
  const node = useQuery({ ...nodeQuery('site', site.id), meta: { errors: 'inline' } })
  if (arming.data && node.data)
    return (
      <DisarmForm
        site={site}
        zone={node.data.timezone}
        longestMinutes={arming.data.longestDisarmMinutes}
        onSaved={onClose}
      />
    )
  const failed = arming.error ? arming : node
  if (failed.error) return <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
  return <SkeletonRows rows={4} height={36} />
}
