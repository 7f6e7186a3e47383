import type { Alarm, Permission } from '@winnow/contract'
import { IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '../../../lib/permissions/permissions.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { PERMISSION_OF, wasSent } from './askable.ts'

/** Opens the request to the administrators, for those who lack the right to a cure. */
export function AskAdmin({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('cure')
  const user = useUser()
  const [opened, setOpened] = useState(false)
  const { resend, ...others } = PERMISSION_OF
  const lacks = (permission: Permission) => !may(user, permission)
  if (!Object.values(others).some(lacks) && !(lacks(resend) && wasSent(alarm))) return null
  return (
    <>
      <Button size="xs" leftSection={<IconUserQuestion size={14} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('ask.open')}
      </Button>
      <AskDialog alarm={alarm} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
