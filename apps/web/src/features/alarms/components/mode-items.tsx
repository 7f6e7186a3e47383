import { Menu } from '@mantine/core'
import { IconLayoutGrid, IconListCheck, IconUserQuestion } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useOpenRequests } from '../../cure-requests/index.ts'

/** Entries of a menu that lead to the other screens of alarms: the review queue, the wall, and for administrators the requests. */
export function ModeItems() {
  const { t } = useTranslation('review')
  const { t: tCure } = useTranslation('cure')
  const formats = useFormats()
  const mayReview = useMay('alarm.label')
  const mayAnswer = useMay('company.write')
  const requests = useOpenRequests()
  return (
    <>
      <Menu.Divider />
      {mayReview && (
        <Menu.Item
          component={Link}
          to="/cams/alarms/queue"
          leftSection={<IconListCheck size={16} aria-hidden="true" />}
        >
          {t('title')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/cams/alarms/wall" leftSection={<IconLayoutGrid size={16} aria-hidden="true" />}>
        {t('wall.title')}
      </Menu.Item>
      {mayAnswer && (
        <Menu.Item
          component={Link}
          to="/cams/alarms/requests"
          leftSection={<IconUserQuestion size={16} aria-hidden="true" />}
          rightSection={requests > 0 ? formats.number(requests) : undefined}
        >
          {tCure('requests.title')}
        </Menu.Item>
      )}
    </>
  )
}

/** The same as commands, for keys and the palette. */
export function useModeCommands(): void {
  const navigate = useNavigate()
  const mayReview = useMay('alarm.label')
  const mayAnswer = useMay('company.write')
  const section = 'shell:section.alarms' as const
  useCommands('alarm-modes', [
    {
      id: 'review.open',
      name: 'review:command.queue',
      section,
      keys: ['Q'],
      when: () => mayReview,
      run: () => void navigate({ to: '/cams/alarms/queue' }),
    },
    {
      id: 'wall.open',
      name: 'review:command.wall',
      section,
      keys: ['W'],
      run: () => void navigate({ to: '/cams/alarms/wall' }),
    },
    {
      id: 'cure-requests.open',
      name: 'review:command.requests',
      section,
      when: () => mayAnswer,
      run: () => void navigate({ to: '/cams/alarms/requests' }),
    },
  ])
}
