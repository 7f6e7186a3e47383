import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button.tsx'
import { toggleFacts } from '../../state/facts-store.ts'

/** Collapses the facts, which gives the pictures more space, or expands them. */
export function FactsToggle({ shown }: { shown: boolean }) {
  const { t } = useTranslation('alarms')
  const Icon = shown ? IconLayoutSidebarRightCollapse : IconLayoutSidebarRightExpand
  return (
    <IconButton
      label={t(shown ? 'facts.fold' : 'facts.unfold')}
      keys={['I']}
      aria-expanded={shown}
      onClick={toggleFacts}
    >
      <Icon size={16} />
    </IconButton>
  )
}
