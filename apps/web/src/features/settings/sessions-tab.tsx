import { endOtherSessions, endSession, listSessions, type Session } from '@winnow/contract'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { deviceOf } from './device-name.ts'
import css from './sessions-tab.module.css'
import settings from './settings.module.css'

/** Lists the user's sessions, so that users can find and end those that they do not recognise. */
export function SessionsTab() {
  const { t } = useTranslation(['settings', 'common'])
  const sessions = useOperationQuery(listSessions, {})
  const [ending, setEnding] = useState<Session | 'others'>()
  const end = useOperation(endSession, { invalidates: [listSessions] })
  const endOthers = useOperation(endOtherSessions, { invalidates: [listSessions] })
  const nameOf = useDeviceName()

  const confirm = async () => {
    if (ending === 'others') {
      const { ended } = await endOthers.mutateAsync({})
      showToast({ type: 'success', message: t('sessions.endedOthers', { count: ended }) })
    } else if (ending) {
      await end.mutateAsync({ params: { id: ending.id } })
      showToast({ type: 'success', message: t('sessions.ended') })
    }
  }
  if (sessions.isPending) return <SkeletonRows rows={3} />
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  const others = sessions.data.filter(({ current }) => !current)
  return (
    <div className={settings['wide']}>
      <p className={settings['lead']}>{t('sessions.intro')}</p>
      <ul className={css['list']} aria-label={t('sessions.title')}>
        {sessions.data.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {others.length > 0 ? (
        <div className={settings['row']}>
          <Button look="danger" onClick={() => setEnding('others')}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      ) : (
        <p className={settings['note']}>{t('sessions.alone')}</p>
      )}
      <ConfirmDialog
        opened={ending !== undefined}
        title={
          ending === 'others'
            ? t('sessions.endOthersTitle')
            : t('sessions.endTitle', { device: ending ? nameOf(ending) : '' })
        }
        confirm={ending === 'others' ? t('sessions.endOthers') : t('sessions.end')}
        danger
        onConfirm={confirm}
        onClose={() => setEnding(undefined)}
      >
        {t('sessions.endBody')}
      </ConfirmDialog>
    </div>
  )
}

function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation('settings')
  return (session) => {
    const { browser, system } = deviceOf(session.userAgent)
    if (browser && system) return t('sessions.device', { browser, system })
    return browser ?? system ?? t('sessions.unknownDevice')
  }
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('settings')
  const name = useDeviceName()(session)
  const isMobile = /Mobile|Android|iPhone|iPad/.test(session.userAgent ?? '')
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={css['session']}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={css['facts']}>
        <strong title={session.userAgent ?? undefined}>{name}</strong>
        {session.current && <span className={css['current']}>{t('sessions.current')}</span>}
        {session.actedBy !== null && (
          <div className={css['details']}>{t('sessions.actedBy', { name: session.actedBy })}</div>
        )}
        <div className={css['details']}>
          <span>
            {t('sessions.lastUsed')} <TimeText at={session.lastUsedAt} seconds={false} />
          </span>
          {session.address !== null && <span>{t('sessions.from', { address: session.address })}</span>}
          <span>
            {t('sessions.since')} <TimeText at={session.createdAt} seconds={false} />
          </span>
        </div>
      </div>
      {!session.current && (
        <Button aria-label={t('sessions.endOf', { device: name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
