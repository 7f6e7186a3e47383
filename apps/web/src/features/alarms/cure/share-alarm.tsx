import type { Alarm } from '@winnow/contract'
import { IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** Opens the public links of an alarm, for those who may share it. */
export function ShareAlarm({ alarm }: { alarm: Pick<Alarm, 'id'> }) {
  const { t } = useTranslation('cure')
  const mayShare = useMay('share.manage')
  const [opened, setOpened] = useState(false)
  if (!mayShare) return null
  return (
    <>
      <Button size="xs" leftSection={<IconShare2 size={14} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('share.open')}
      </Button>
      <ShareDialog alarmId={alarm.id} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
