import { NativeSelect } from '@mantine/core'
import {
  EVENT_TYPES,
  getMilestone,
  MILESTONE_EVENT_TYPES,
  type MilestoneEventType,
  type MilestoneSystem,
  updateMilestone,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes/use-unsaved-changes.ts'
import { Failed, vmsCss as css } from '../digital-watchdog/index.ts'
import { AddEventType } from './add-event-type.tsx'
import { keptSystem, useMilestone } from './use-milestone.ts'

/** Which events of the system are alarms, and what they mean. */
export function EventsSection({ companyId }: { companyId: string }) {
  const { data: system } = useMilestone(companyId)
  return system ? <EventTypes key={system.systemId} companyId={companyId} system={system} /> : null
}

function EventTypes({ companyId, system }: { companyId: string; system: MilestoneSystem }) {
  const { t } = useTranslation(['milestone', 'digitalWatchdog', 'common'])
  const save = useOperation(updateMilestone, { inlineErrors: true, invalidates: [getMilestone] })
  // Changes stay while the system is loaded again, and when they could not be saved.
  const [draft, setDraft] = useState<MilestoneEventType[]>()
  const isDirty = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(system.eventTypes)
  useUnsavedChanges(isDirty, save.isPending)
  const types = draft ?? system.eventTypes
  const send = async () => {
    try {
      await save.mutateAsync({ params: { id: companyId }, body: { ...keptSystem(system), eventTypes: types } })
      // What was changed meanwhile stays.
      setDraft((now) => (now === types ? undefined : now))
    } catch {
      // The reason is shown beside the button, and the changes stay.
    }
  }
  return (
    <section className={css['section']} aria-label={t('events')}>
      <h2>{t('events')}</h2>
      <p className={css['lead']}>{t('eventsIntro')}</p>
      <ul className={css['list']} aria-label={t('events')}>
        {types.map((type, index) => (
          <EventTypeRow
            key={type.id}
            type={type}
            onChange={(eventType) => setDraft(types.with(index, { ...type, eventType }))}
            onRemove={() => setDraft(types.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {types.length === 0 && <p className={css['warning']}>{t('eventsNone')}</p>}
      {types.length < MILESTONE_EVENT_TYPES && (
        <AddEventType
          companyId={companyId}
          system={system}
          chosen={types}
          onAdd={(type) => setDraft([...types, type])}
        />
      )}
      <Failed title={t('err.save')} error={save.error} />
      <div className={css['tools']}>
        <Button
          look="primary"
          disabled={!isDirty || types.length === 0}
          loading={save.isPending}
          onClick={() => void send()}
        >
          {t('common:save')}
        </Button>
        <Button disabled={!isDirty || save.isPending} onClick={() => setDraft(undefined)}>
          {t('digitalWatchdog:discard')}
        </Button>
      </div>
    </section>
  )
}

interface EventTypeRowProps {
  type: MilestoneEventType
  onChange: (eventType: MilestoneEventType['eventType']) => void
  onRemove: () => void
}

function EventTypeRow({ type: { id, name, eventType }, onChange, onRemove }: EventTypeRowProps) {
  const { t } = useTranslation(['digitalWatchdog', 'alarms'])
  return (
    <li>
      <div className={css['facts']}>
        <p>{name || id}</p>
      </div>
      <div className={css['actions']}>
        <NativeSelect
          aria-label={`${t('alarm.means')} ${name || id}`}
          value={eventType}
          data={EVENT_TYPES.map((value) => ({ value, label: t(`alarms:event.${value}`) }))}
          onChange={(event) => {
            const chosen = EVENT_TYPES.find((value) => value === event.currentTarget.value)
            if (chosen) onChange(chosen)
          }}
        />
        <Button look="subtle" aria-label={`${t('remove')} ${name || id}`} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}
