import {
  type DwAlarm,
  type DwGenericEvent,
  listDwAlarms,
  listDwGenericEvents,
  listDwServers,
  updateDwAlarms,
} from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes/use-unsaved-changes.ts'
import { AlarmFields } from './alarm-fields.tsx'
import css from './digital-watchdog.module.css'
import { Failed, SystemsFailed } from './failed.tsx'

const NEW: DwAlarm = {
  systemName: '',
  cameraServerId: '',
  cameraId: '',
  alarmType: 'analyticsSdkEvent',
  alarmName: '',
  actionType: '',
  alarmEventId: '',
  eventType: 'unknown',
}

const mappingOf = ({ cameraName: _name, count: _count, lastAt: _at, ...event }: DwGenericEvent): DwAlarm => ({
  ...event,
  // The same event of another camera means the same, and other rules may send it.
  cameraServerId: '',
  cameraId: event.alarmType === 'userDefinedEvent' ? event.cameraId : '',
  actionType: '',
  eventType: 'unknown',
})

/** What events of the systems mean. */
export function AlarmsSection() {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const stored = useOperationQuery(listDwAlarms, {}, { quiet: true, staleTime: 0 })
  const save = useOperation(updateDwAlarms, { inlineErrors: true, invalidates: [listDwAlarms] })
  // Changes stay while the stored mappings are loaded again, and when they could not be saved.
  const [draft, setDraft] = useState<DwAlarm[]>()
  const [looks, setLooks] = useState(0)
  const isDirty = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(stored.data)
  useUnsavedChanges(isDirty, save.isPending)
  const alarms = draft ?? stored.data ?? []
  const send = async () => {
    try {
      await save.mutateAsync({ body: { alarms } })
      await stored.refetch()
      // What was changed meanwhile stays.
      setDraft((now) => (now === alarms ? undefined : now))
    } catch {
      // The reason is shown beside the button, and the changes stay.
    }
  }
  const change = (index: number, alarm: DwAlarm) => setDraft(alarms.with(index, alarm))
  return (
    <section className={css['section']} aria-label={t('alarm.title')}>
      <h2>{t('alarm.title')}</h2>
      <p className={css['lead']}>{t('alarm.intro')}</p>
      <Failed title={t('err.alarms')} error={stored.error} onRetry={() => void stored.refetch()} />
      {stored.data && (
        <>
          {alarms.length > 0 && (
            <ol className={css['list']} aria-label={t('alarm.title')}>
              {alarms.map((alarm, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a mapping is its place in the order
                <li key={index}>
                  <AlarmFields
                    number={index + 1}
                    alarm={alarm}
                    onChange={(next) => change(index, next)}
                    onRemove={() => setDraft(alarms.toSpliced(index, 1))}
                  />
                </li>
              ))}
            </ol>
          )}
          {alarms.length === 0 && <p className={css['muted']}>{t('alarm.empty')}</p>}
          <Failed title={t('err.updateAlarms')} error={save.error} />
          <div className={css['tools']}>
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setDraft([...alarms, NEW])}>
              {t('alarm.add')}
            </Button>
            <Button onClick={() => setLooks(looks + 1)}>{t('alarm.look')}</Button>
            <Button look="primary" disabled={!isDirty} loading={save.isPending} onClick={() => void send()}>
              {t('common:save')}
            </Button>
            <Button disabled={!isDirty || save.isPending} onClick={() => setDraft(undefined)}>
              {t('discard')}
            </Button>
          </div>
          {looks > 0 && <Events key={looks} onUse={(event) => setDraft([...alarms, mappingOf(event)])} />}
        </>
      )}
    </section>
  )
}

/** The kinds of events that the systems logged lately, of which a mapping can be made. Mounted anew, it asks the systems again. */
function Events({ onUse }: { onUse: (event: DwGenericEvent) => void }) {
  const { t } = useTranslation('digitalWatchdog')
  const found = useOperationQuery(listDwGenericEvents, {}, { quiet: true, staleTime: 0 })
  return (
    <div className={css['stack']} aria-busy={found.isFetching}>
      <Failed title={t('err.events')} error={found.error} onRetry={() => void found.refetch()} />
      {found.isFetching && <p className={css['muted']}>{t('asking')}</p>}
      {found.data && (
        <>
          <SystemsFailed title={t('err.events')} failures={found.data.failures} />
          {found.data.events.length > 0 ? (
            <>
              <p className={css['muted']}>{t('alarm.events')}</p>
              <ul className={css['list']} aria-label={t('alarm.events')}>
                {found.data.events.slice(0, MOST_EVENTS).map((event) => (
                  <EventItem
                    key={JSON.stringify({ ...event, count: 0, lastAt: '' })}
                    event={event}
                    onUse={() => onUse(event)}
                  />
                ))}
              </ul>
            </>
          ) : (
            // A system that could not be asked may have logged some.
            found.data.failures.length === 0 && <NoEvents />
          )}
        </>
      )}
    </div>
  )
}

/** Why no events are shown. */
function NoEvents() {
  const { t } = useTranslation('digitalWatchdog')
  const servers = useOperationQuery(listDwServers, {}, { quiet: true })
  if (!servers.data) return null
  return <p className={css['muted']}>{t(servers.data.length === 0 ? 'alarm.noServer' : 'alarm.noEvents')}</p>
}

function EventItem({ event, onUse }: { event: DwGenericEvent; onUse: () => void }) {
  const { t } = useTranslation('digitalWatchdog')
  const name = [event.alarmType, event.alarmName, event.alarmEventId].filter(Boolean).join(' · ')
  const place = [event.cameraName, event.systemName].filter(Boolean).join(' · ')
  return (
    <li>
      <div className={css['facts']}>
        <p>{name}</p>
        <p className={css['muted']}>
          {place} · {event.count} × · <TimeText at={event.lastAt} />
        </p>
      </div>
      <Button aria-label={`${t('alarm.use')} ${name}`} onClick={onUse}>
        {t('alarm.use')}
      </Button>
    </li>
  )
}

/** The latest kinds of events that are shown. */
const MOST_EVENTS = 200
