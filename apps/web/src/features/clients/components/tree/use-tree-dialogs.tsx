import { useState } from 'react'
import type { TreeNode } from '../../model/tree-levels.ts'
import type { Armable } from '../../state/use-arming.ts'
import type { Pausable } from '../../state/use-pause.ts'
import { DisarmDialog } from '../arming/disarm-dialog.tsx'
import { AssignDialog } from '../groups/assign-dialog.tsx'
import { GroupsDialog } from '../groups/groups-dialog.tsx'
import { PauseDialog } from '../override/pause-dialog.tsx'
import { RecorderDialog } from '../recorder/recorder-dialog.tsx'

/**
 * The dialogs that the tree opens. They belong to the screen, since the tree itself is taken away when the window gets as narrow as a phone
 * while a pane is open.
 */
export function useTreeDialogs() {
  const [managesGroups, setManagesGroups] = useState(false)
  const [assigning, setAssigning] = useState<TreeNode>()
  const [pausing, setPausing] = useState<Pausable>()
  const [disarming, setDisarming] = useState<Armable>()
  const [addingTo, setAddingTo] = useState<TreeNode>()
  return {
    manageGroups: () => setManagesGroups(true),
    assign: setAssigning,
    pause: setPausing,
    disarm: setDisarming,
    /** Adds the cameras of a recorder to a site. */
    addRecorder: setAddingTo,
    dialogs: (
      <>
        {managesGroups && <GroupsDialog onClose={() => setManagesGroups(false)} />}
        {assigning && <AssignDialog client={assigning} onClose={() => setAssigning(undefined)} />}
        <PauseDialog node={pausing} onClose={() => setPausing(undefined)} />
        <DisarmDialog site={disarming} onClose={() => setDisarming(undefined)} />
        <RecorderDialog site={addingTo} onClose={() => setAddingTo(undefined)} />
      </>
    ),
  }
}

export type TreeDialogs = Omit<ReturnType<typeof useTreeDialogs>, 'dialogs'>
