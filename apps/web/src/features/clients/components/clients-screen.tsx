import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAbort, UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { useStore } from '../../../lib/create-store.ts'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import { toastOfError } from '../../../ui/toasts/error-toast.ts'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import type { ClientsSearch, UnitSearch } from '../clients-search.ts'
import { addressOf, idOf, kindOf, type NodeKind, readSelection, type Selection } from '../model/selection.ts'
import { isOpen, readFilter } from '../model/tree-filter.ts'
import { ROOT } from '../model/tree-levels.ts'
import { loadedStore, showFilter } from '../state/tree-pages.ts'
import { nodeQuery } from '../state/tree-queries.ts'
import { forgetSelected } from '../state/selected-nodes.ts'
import { focusPaneSoon } from '../state/focus-pane.ts'
import { closeNode, openNodes } from '../state/tree-store.ts'
import { useNodeActions, type NodeRef } from '../state/use-node-actions.ts'
import { useNodePath } from '../state/use-node-path.ts'
import { useLoadedTree } from '../state/use-tree.ts'
import { useTreeFilter } from '../state/use-tree-filter.ts'
import { useTreeLive } from '../state/use-tree-live.ts'
import css from './clients-screen.module.css'
import { PaneSelectionBar } from './bulk/selection-bar.tsx'
import { SelectionDialogs } from './bulk/selection-dialogs.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Pane } from './panes/pane.tsx'
import { TreePanel } from './tree/tree-panel.tsx'
import { useTreeDialogs } from './tree/use-tree-dialogs.tsx'
import { useExport } from './use-export.tsx'
import { useMaskHistory } from './masks/use-mask-history.tsx'

type Search = ClientsSearch & UnitSearch

/** The clients screen: the tree and the pane of the open node. */
export function ClientsScreen({ search }: { search: Search }) {
  const { t } = useTranslation('clients')
  const { t: tErrors } = useTranslation(['common', 'errors'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const narrow = useIsNarrow()
  const mayCreate = useMay('project.create')
  const actions = useNodeActions()
  const selection = readSelection(search)
  const selectedId = idOf(selection)
  const path = useNodePath(kindOf(selection), selectedId)
  const context = search.contextProjectId
  const { search: filter, filter: wanted, setSearch: setFilter } = useTreeFilter()
  useLoadedTree(wanted)
  useTreeLive()
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [busyId, setBusyId] = useState<string>()
  const [deleting, setDeleting] = useState<NodeRef>()
  const exporting = useExport(selection)
  const maskHistory = useMaskHistory()
  const { dialogs, ...open } = useTreeDialogs()

  /** The address of a pane. The filter is kept while the user moves from node to node. */
  const addressIn = (to: Selection) => {
    const address = addressOf(to)
    return { ...address, search: { ...filter, ...address.search } }
  }
  const go = (to: Selection) => void navigate(addressIn(to))
  /** Opens a pane after saving or deleting, without asking about changes in the form. */
  const finish = (to: Selection) => {
    void navigate({ ...addressIn(to), ignoreBlocker: true })
    focusPaneSoon(() => screenRef.current, to.pane !== 'none')
  }
  // The id of the latest choice. A pane of an earlier choice that loads slowly must not replace the pane of this one.
  const wish = useRef<string>(undefined)
  const select = async (kind: NodeKind, id: string) => {
    if (selection.pane === kind && selectedId === id) return
    wish.current = id
    setBusyId(id)
    try {
      await queries.fetchQuery({ ...nodeQuery(kind, id), staleTime: 15_000 })
      if (wish.current === id) go({ pane: kind, id })
    } catch (error) {
      // The pane could not be loaded, so the open pane stays.
      if (wish.current === id && !(error instanceof UnauthorisedError) && !isAbort(error))
        toastOfError({ type: 'error', kind: 'request', error, id: 'clients.pane' }, tErrors)
    } finally {
      if (wish.current === id) setBusyId(undefined)
    }
  }

  useCommands('clients', [
    {
      id: 'clients.search',
      name: 'clients:command.search',
      section: 'shell:section.clients',
      keys: ['/'],
      run: () => searchRef.current?.focus(),
    },
    {
      id: 'clients.add',
      name: 'clients:command.add',
      section: 'shell:section.clients',
      keys: ['N'],
      when: () => mayCreate,
      run: () => go({ pane: 'add-project' }),
    },
    {
      id: 'clients.import',
      name: 'clients:command.import',
      section: 'shell:section.clients',
      when: () => mayCreate,
      run: () => void navigate({ to: '/cams/clients/import/{-$id}', params: {} }),
    },
    {
      id: 'clients.export',
      name: 'clients:command.export',
      section: 'shell:section.clients',
      when: () => mayCreate,
      run: () => exporting.start(undefined),
    },
    {
      id: 'clients.maskHistory',
      name: 'clients:command.maskHistory',
      section: 'shell:section.clients',
      when: () => mayCreate,
      run: () => maskHistory.show(undefined),
    },
  ])

  const deleted = (node: NodeRef) => {
    const touched = path && [path.projectId, ...path.above, selectedId].includes(node.id)
    if (touched || selectedId === node.id) finish(node.kind === 'project' ? { pane: 'none' } : parentPane(node))
    closeNode(node.id)
    forgetSelected(node.id)
  }
  // Only this part of the tree, so that the pane is not rendered again with each loaded page.
  const isEmpty = useStore(loadedStore, ({ filter: shown, levels }) => levels.get(ROOT)?.count === 0 && isOpen(shown))
  const showTree = !narrow || selection.pane === 'none'
  return (
    <PageLayout title={t('title')} variant="flush" hideHeader>
      <div ref={screenRef} className={css['screen']}>
        {showTree && (
          <TreePanel
            open={open}
            filter={filter}
            wanted={wanted}
            onFilter={(next) => {
              // The request need not wait until the screen has been rendered under the new address. An error is reported by `useLoadedTree`.
              showFilter(readFilter(next)).catch(() => undefined)
              setFilter(next)
            }}
            actions={actions}
            searchRef={searchRef}
            selectedId={busyId ?? selectedId}
            busyId={busyId}
            scrollTo={context ?? selectedId}
            onSelect={(kind, id) => void select(kind, id)}
            onAddProject={() => go({ pane: 'add-project' })}
            onAddBelow={(kind, id) => {
              openNodes(id)
              go({ pane: kind === 'project' ? 'add-site' : 'add-view', id })
            }}
            onDelete={setDeleting}
            onExport={exporting.start}
            onMaskHistory={maskHistory.show}
          />
        )}
        {(!narrow || selection.pane !== 'none' || isEmpty) && (
          <div className={css['pane']} data-empty={(narrow && selection.pane === 'none') || undefined}>
            {narrow && selection.pane !== 'none' && (
              <Button
                look="subtle"
                size="compact-sm"
                leftSection={<IconArrowLeft size={16} />}
                onClick={() => go({ pane: 'none' })}
              >
                {t('back')}
              </Button>
            )}
            <Pane
              selection={selection}
              tab={search.tab}
              isEmpty={isEmpty}
              go={go}
              finish={finish}
              onDelete={setDeleting}
            />
            {!showTree && <PaneSelectionBar />}
          </div>
        )}
      </div>
      {exporting.dialog}
      {maskHistory.dialog}
      {dialogs}
      <SelectionDialogs />
      <DeleteDialog node={deleting} actions={actions} onDeleted={deleted} onClose={() => setDeleting(undefined)} />
    </PageLayout>
  )
}

/** The pane to open when a site or camera was deleted. */
function parentPane(node: NodeRef): Selection {
  if (node.kind === 'view' && node.siteId) return { pane: 'site', id: node.siteId }
  return { pane: 'project', id: node.projectId }
}
