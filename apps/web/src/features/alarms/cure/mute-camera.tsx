import { Menu } from '@mantine/core'
import { type AlarmCamera, getAlarmCamera, pauseView } from '@winnow/contract'
import { IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { MenuDropdown } from '../../../ui/menu-dropdown.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { PauseDialog } from '../../clients/index.ts'
import { type Mute, muteBody, MUTES } from './mute-ends.ts'

/** Pauses the camera of an alarm: for a usual time with one press, or until a time of choice. */
export function MuteCamera({ camera, onMuted }: { camera: AlarmCamera; onMuted: () => void }) {
  const { t } = useTranslation(['cure', 'common'])
  const formats = useFormats()
  const [isChoosing, setChoosing] = useState(false)
  const { viewId: id, viewName, timezone: zone } = camera
  const resume = useOperation(pauseView, { invalidates: [getAlarmCamera] })
  const pause = useOperation(pauseView, {
    invalidates: [getAlarmCamera],
    onSuccess: ({ pause: begun }) => {
      const end = new Date(begun?.pauseEndTime ?? Date.now())
      const time = `${formats.dateTime(end, zone, { seconds: false })} ${formats.zoneName(end, zone)}`
      showToast({
        id: 'mute',
        type: 'success',
        message: t('mute.done', { name: viewName, time }),
        actions: [
          {
            label: t('common:undo'),
            run: () => resume.mutate({ params: { id }, body: { pauseEndTime: null } }),
          },
        ],
      })
    },
  })
  const mute = (how: Mute) => pause.mutate({ params: { id }, body: muteBody(how, zone, t('mute.reason')) })
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button size="xs" loading={pause.isPending} leftSection={<IconBellOff size={14} aria-hidden="true" />}>
            {t('mute.open')}
          </Button>
        </Menu.Target>
        <MenuDropdown>
          {MUTES.map((how) => (
            <Menu.Item key={how} onClick={() => mute(how)}>
              {t(`mute.${how}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setChoosing(true)}>{t('mute.other')}</Menu.Item>
        </MenuDropdown>
      </Menu>
      <PauseDialog
        node={isChoosing ? { kind: 'view', id, name: viewName } : undefined}
        onClose={() => {
          setChoosing(false)
          onMuted()
        }}
      />
    </>
  )
}
