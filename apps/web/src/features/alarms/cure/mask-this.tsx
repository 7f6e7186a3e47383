import { Menu } from '@mantine/core'
import type { Alarm } from '@winnow/contract'
import { IconPolygon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { MenuDropdown } from '../../../ui/menu-dropdown.tsx'
import { sightingText } from '../../alarm-words/index.ts'
import { boxesToMask, textOfBox } from './boxes-to-mask.ts'

/** Opens the masks of the camera on this alarm's picture, with one of its boxes proposed as an area, or with none. */
export function MaskThis({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('cure')
  const { t: tAlarm } = useTranslation('alarms')
  const navigate = useNavigate()
  const search = { cam: alarm.viewId, tab: 'masks', alarm: alarm.id } as const
  const open = (box: string | undefined) => void navigate({ to: '/cams/clients/u', search: { ...search, box } })
  const boxes = boxesToMask(alarm)
  const icon = <IconPolygon size={14} aria-hidden="true" />
  if (boxes.length === 0)
    return (
      <LinkButton size="xs" to="/cams/clients/u" search={search} leftSection={icon}>
        {tAlarm('boxes.editMasks')}
      </LinkButton>
    )
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" leftSection={icon}>
          {t('mask.open')}
        </Button>
      </Menu.Target>
      <MenuDropdown>
        {boxes.map((detection) => (
          <Menu.Item key={textOfBox(detection.box)} onClick={() => open(textOfBox(detection.box))}>
            {t('mask.box', { what: sightingText(detection.label, detection, tAlarm), n: detection.frame + 1 })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => open(undefined)}>{t('mask.draw')}</Menu.Item>
      </MenuDropdown>
    </Menu>
  )
}
