import type { Session } from '@winnow/contract'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { deviceOf } from './device-name.ts'
import css from './sessions-tab.module.css'

/** The device of a session, in words. */
export function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation('settings')
  return (session) => {
    const { browser, system } = deviceOf(session.userAgent)
    if (browser && system) return t('sessions.device', { browser, system })
    return browser ?? system ?? t('sessions.unknownDevice')
  }
}

function DeviceCell({ session }: { session: Session }) {
  const { t } = useTranslation('settings')
  const name = useDeviceName()(session)
  const isMobile = /Mobile|Android|iPhone|iPad/.test(session.userAgent ?? '')
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop
  return (
    <span className={css['device']}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <span>
        <span title={session.userAgent ?? undefined}>{name}</span>
        {session.current && <span className={css['current']}>{t('sessions.current')}</span>}
        {session.actedBy !== null && (
          <span className={css['acted']}>{t('sessions.actedBy', { name: session.actedBy })}</span>
        )}
      </span>
    </span>
  )
}

/** The columns of the list of sessions. The button in the last one ends a session. */
export function useSessionColumns(onEnd: (session: Session) => void): ListColumn<Session>[] {
  const { t } = useTranslation('settings')
  const nameOf = useDeviceName()
  return [
    {
      key: 'device',
      name: t('sessions.deviceColumn'),
      fixed: true,
      wrap: true,
      sortBy: nameOf,
      render: (session) => <DeviceCell session={session} />,
    },
    {
      key: 'used',
      name: t('sessions.lastUsed'),
      sortBy: (session) => session.lastUsedAt,
      render: (session) => <TimeText at={session.lastUsedAt} seconds={false} />,
    },
    {
      key: 'address',
      name: t('sessions.address'),
      sortBy: (session) => session.address,
      render: (session) => session.address ?? '–',
    },
    {
      key: 'since',
      name: t('sessions.since'),
      sortBy: (session) => session.createdAt,
      render: (session) => <TimeText at={session.createdAt} seconds={false} />,
    },
    {
      key: 'end',
      name: t('sessions.end'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (session) =>
        !session.current && (
          <Button
            look="subtle"
            aria-label={t('sessions.endOf', { device: nameOf(session) })}
            onClick={() => onEnd(session)}
          >
            {t('sessions.end')}
          </Button>
        ),
    },
  ]
}
