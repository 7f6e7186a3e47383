import { Select } from '@mantine/core'
import { findMilestone, type MilestoneEventType, type MilestoneSystem } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { Failed, ServerFailed, vmsCss as css } from '../digital-watchdog/index.ts'

/** Types that are offered at once. More are found by typing. */
const SHOWN = 100

interface AddEventTypeProps {
  companyId: string
  system: MilestoneSystem
  chosen: readonly MilestoneEventType[]
  onAdd: (type: MilestoneEventType) => void
}

/** Asks the system for its types of events, of which one can be added. */
export function AddEventType({ companyId, system: { host, port, username }, chosen, onAdd }: AddEventTypeProps) {
  const { t } = useTranslation(['milestone', 'digitalWatchdog'])
  const find = useOperation(findMilestone, { inlineErrors: true })
  const { data, error } = find
  // It is asked with the stored password.
  const look = () => find.mutate({ params: { id: companyId }, body: { host, port, username } })
  const offered = (data?.eventTypes ?? []).filter(({ id }) => chosen.every((type) => type.id !== id))
  return (
    <>
      <Failed title={t('err.eventTypes')} error={error} onRetry={look} />
      {data?.failure && <ServerFailed title={t('err.eventTypes')} failure={data.failure} />}
      <div className={css['tools']}>
        {data?.failure === null ? (
          <Select
            className={css['grow'] ?? ''}
            label={t('eventsAdd')}
            placeholder={t('eventsType')}
            data={offered.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            onChange={(id) => {
              const type = offered.find((one) => one.id === id)
              if (type) onAdd({ ...type, eventType: 'unknown' })
            }}
            limit={SHOWN}
            searchable
            nothingFoundMessage={t('eventsNothing')}
          />
        ) : (
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} loading={find.isPending} onClick={look}>
            {t('eventsAdd')}
          </Button>
        )}
      </div>
    </>
  )
}
