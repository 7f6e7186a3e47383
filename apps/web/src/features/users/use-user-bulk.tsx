import { updateUser, type UserRow } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '../../lib/permissions/permissions.ts'
import { callAcrossLogin } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from '../../ui/list-screen/bulk-dialog.tsx'
import type { ListScreenProps } from '../../ui/list-screen/list-screen-props.ts'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'
import { AFTER_CHANGE } from './after-change.ts'

type Action = 'suspend' | 'reactivate'

/** Returns the action that is possible in the user's current state. */
const actionFor = ({ status }: UserRow): Action => (status === 'suspended' ? 'reactivate' : 'suspend')

/** Provides the actions on several users at once: suspend and reactivate them. */
export function useUserBulk() {
  const { t } = useTranslation('users')
  const me = useUser()
  const [chosen, setChosen] = useState<Chosen<UserRow>>()
  const offer = (action: Action, rows: readonly UserRow[], clear: () => void) => {
    const fitting = rows.filter((row) => actionFor(row) === action)
    if (fitting.length === 0) return null
    return (
      <Button
        look={action === 'suspend' ? 'danger' : 'secondary'}
        onClick={() => setChosen({ rows: fitting, clear: fitting.length === rows.length ? clear : undefined })}
      >
        {t(`actions.${action}`)}
      </Button>
    )
  }
  const selection: ListScreenProps<UserRow>['selection'] = {
    nameOf: (row) => row.name,
    allows: (row) => row.id !== me.id && (row.userType !== 'SUPER_USER' || may(me, 'users.give-any-role')),
    renderActions: (rows, clear) => (
      <>
        {offer('suspend', rows, clear)}
        {offer('reactivate', rows, clear)}
      </>
    ),
  }
  return { selection, dialog: <UserBulkDialog chosen={chosen} onClose={() => setChosen(undefined)} /> }
}

function UserBulkDialog({ chosen, onClose }: { chosen: Chosen<UserRow> | undefined; onClose: () => void }) {
  const { t } = useTranslation('users')
  const [first] = chosen?.rows ?? []
  const [action, setAction] = useState<Action>('suspend')
  // The action is kept while the dialog fades out.
  if (first && actionFor(first) !== action) setAction(actionFor(first))
  return (
    <BulkDialog
      chosen={chosen}
      rowKey={(row) => row.id}
      nameOf={(row) => row.name}
      title={({ length: count }) => t(`actions.${action}ManyTitle`, { count })}
      confirm={t(`actions.${action}`)}
      danger={action === 'suspend'}
      run={(row) => callAcrossLogin(updateUser, { params: { id: row.id }, body: { suspended: action === 'suspend' } })}
      invalidates={AFTER_CHANGE}
      doneText={(count) => t(action === 'suspend' ? 'actions.suspendedMany' : 'actions.reactivatedMany', { count })}
      onClose={onClose}
    >
      {t(`actions.${action}ManyBody`)}
    </BulkDialog>
  )
}
