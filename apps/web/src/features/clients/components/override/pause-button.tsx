import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import type { Pausable } from '../../state/use-pause.ts'
import { PauseDialog } from './pause-dialog.tsx'

/** Opens the dialog that pauses a site or camera. */
export function PauseButton({ node }: { node: Pausable }) {
  const { t } = useTranslation('clients')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlayerPause size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('override.pause')}
      </Button>
      <PauseDialog node={opened ? node : undefined} onClose={() => setOpened(false)} />
    </>
  )
}
