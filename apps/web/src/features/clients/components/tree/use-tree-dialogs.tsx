import { useState } from 'react'
import type { TreeNode } from '../../model/tree-levels.ts'
import type { Pausable } from '../../state/use-pause.ts'
import { AssignDialog } from '../groups/assign-dialog.tsx'
import { GroupsDialog } from '../groups/groups-dialog.tsx'
import { PauseDialog } from '../override/pause-dialog.tsx'

/**
 * The dialogs that the tree opens. They belong to the screen, since the tree itself is taken away when the window gets as narrow as a phone
 * while a pane is open.
 */
export function useTreeDialogs() {
  const [managesGroups, setManagesGroups] = useState(false)
  const [assigning, setAssigning] = useState<TreeNode>()
  const [pausing, setPausing] = useState<Pausable>()
  return {
    manageGroups: () => setManagesGroups(true),
    assign: setAssigning,
    pause: setPausing,
    dialogs: (
      <>
        {managesGroups && <GroupsDialog onClose={() => setManagesGroups(false)} />}
        {assigning && <AssignDialog client={assigning} onClose={() => setAssigning(undefined)} />}
        <PauseDialog node={pausing} onClose={() => setPausing(undefined)} />
      </>
    ),
  }
}

export type TreeDialogs = Omit<ReturnType<typeof useTreeDialogs>, 'dialogs'>
