import { type GuidePage, listGuides } from '@winnow/contract'
import { IconBook } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../lib/commands/use-commands.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { IconButton } from '../../ui/button.tsx'
import { GuideDialog } from './guide-dialog.tsx'

/** Guides hardly ever change. */
const STALE_MS = 10 * 60_000

/**
 * Opens the guide of a page. A page without an active guide shows nothing, and so does one whose guides cannot be loaded. Nothing of the
 * video is requested before the user opens it.
 */
export function GuideButton({ page }: { page: GuidePage }) {
  const { t } = useTranslation('shell')
  const guides = useOperationQuery(listGuides, {}, { staleTime: STALE_MS, quiet: true })
  const [opened, setOpened] = useState(false)
  const guide = guides.data?.find((one) => one.page === page && one.active)
  useCommands(
    'guide',
    [
      {
        id: 'guide.open',
        name: 'shell:command.guide',
        section: 'shell:section.general',
        run: () => setOpened(true),
      },
    ],
    { enabled: guide !== undefined },
  )
  if (!guide) return null
  return (
    <>
      <IconButton label={t('guide.open')} onClick={() => setOpened(true)}>
        <IconBook size={18} />
      </IconButton>
      <GuideDialog guide={guide} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
