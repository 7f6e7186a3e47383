import { Checkbox } from '@mantine/core'
import { assignToGroup, getProject, listGroups } from '@winnow/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { operationKey, useOperation } from '../../../../lib/query/use-operation.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { TreeNode } from '../../model/tree-levels.ts'
import { selectedStore } from '../../state/selected-nodes.ts'
import { refreshLevels } from '../../state/tree-pages.ts'
import { nodeQuery } from '../../state/tree-queries.ts'
import { type Group, GroupList } from './group-list.tsx'
import { NewGroup } from './groups-dialog.tsx'
import css from './groups.module.css'

/** The clients to assign: the client of the menu, or all selected clients if it is one of them. */
function useChosenClients(client: TreeNode): { id: string; name: string }[] {
  const selected = useStore(selectedStore)
  if (selected.of !== 'nodes' || !selected.nodes.has(client.id)) return [client]
  return [...selected.nodes.values()].filter(({ kind }) => kind === 'project')
}

/** Puts clients into groups, and takes them out. */
export function AssignDialog({ client, onClose }: { client: TreeNode; onClose: () => void }) {
  const { t } = useTranslation('clients')
  const clients = useChosenClients(client)
  const project = useQuery({ ...nodeQuery('project', client.id), meta: { errors: 'inline' } })
  const title =
    clients.length === 1
      ? t('groups.assignTitle', { name: client.name })
      : t('groups.assignMany', { count: clients.length })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <GroupList
        render={(group) => (
          <AssignLine
            key={group.id}
            group={group}
            ids={clients.map(({ id }) => id)}
            isIn={project.data?.groupIds.includes(group.id) ?? false}
          />
        )}
      />
      <NewGroup />
    </Dialog>
  )
}

interface AssignLineProps {
  group: Group
  ids: string[]
  /** Whether the client of the menu is in this group. */
  isIn: boolean
}

function AssignLine({ group, ids, isIn }: AssignLineProps) {
  const queries = useQueryClient()
  const assign = useOperation(assignToGroup, {
    invalidates: [listGroups],
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: operationKey(getProject) })
      await refreshLevels([''])
    },
  })
  return (
    <li className={css['line']}>
      <Checkbox
        label={group.name}
        checked={assign.isPending ? (assign.variables.body.assigned ?? true) : isIn}
        disabled={assign.isPending}
        onChange={(event) =>
          assign.mutate({
            params: { id: group.id },
            body: { projectIds: ids, assigned: event.currentTarget.checked },
          })
        }
      />
    </li>
  )
}
