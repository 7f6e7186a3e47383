import { Link } from '@tanstack/react-router'
import {
  IconActivityHeartbeat,
  IconAlertOctagon,
  IconCpuOff,
  IconEyeOff,
  IconDatabaseExclamation,
  IconMailQuestion,
  IconPlayerPause,
  IconSendOff,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { TimeText } from '../../ui/time-text.tsx'
import css from './home.module.css'
import { useOpenRequests } from '../cure-requests/index.ts'
import { Item } from './attention-item.tsx'
import { MissingHolidays } from './missing-holidays.tsx'
import { ReceiverWords } from './receiver-words.tsx'
import { ReleaseDeliveries } from './release-deliveries.tsx'
import { serviceText } from './service-text.ts'
import type { Home } from './use-home.ts'

/** Problems that need attention; renders nothing without any. */
export function Attention({ attention }: { attention: Home['attention'] }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const user = useUser()
  const openable = may(user, 'clients.see')
  const { lowDisk, deliveriesHeldSince, receivers, unmatched, blindRules, missingHolidays, analysisIdle, service } =
    attention
  // The loudest alarm of the installation stands above all others.
  const loud = service.filter(({ reason }) => reason === 'alarm-missing')
  const { t: tRules } = useTranslation('rules')
  const { t: tCure } = useTranslation('cure')
  const requests = useOpenRequests()
  const isHeld = deliveriesHeldSince !== null
  const isCalm = !lowDisk && !isHeld && unmatched === 0 && !analysisIdle
  const lists = [receivers, blindRules, missingHolidays, service]
  if (isCalm && lists.every((list) => list.length === 0) && requests === 0) return null
  return (
    <section className={css['attention']} aria-labelledby="attention">
      <h2 id="attention" className={css['heading']}>
        {t('attention.title')}
      </h2>
      <ul className={css['items']}>
        {loud.map((problem) => (
          <Item key={problem.reason} icon={IconAlertOctagon} isLoud>
            {serviceText(problem, t)}
          </Item>
        ))}
        {requests > 0 && (
          <Item icon={IconUserQuestion} action={<Link to="/cams/alarms/requests">{tCure('requests.show')}</Link>}>
            {tCure('requests.home', { count: requests, n: formats.number(requests) })}
          </Item>
        )}
        {isHeld && (
          <Item icon={IconPlayerPause} action={may(user, 'companies.manage') && <ReleaseDeliveries />}>
            {t('attention.held.text')} <TimeText at={deliveriesHeldSince} seconds={false} />
          </Item>
        )}
        {lowDisk && (
          <Item icon={IconDatabaseExclamation}>
            {t(lowDisk.freeBytes < lowDisk.wantedBytes ? 'attention.fullDisk' : 'attention.lowDisk', {
              free: formats.bytes(lowDisk.freeBytes),
              wanted: formats.bytes(lowDisk.wantedBytes),
            })}
          </Item>
        )}
        {analysisIdle && <Item icon={IconCpuOff}>{t('attention.analysisIdle')}</Item>}
        {service
          .filter((problem) => !loud.includes(problem))
          .map((problem) => (
            <Item key={problem.reason} icon={IconActivityHeartbeat}>
              {serviceText(problem, t)}
            </Item>
          ))}
        {receivers.map((receiver) => (
          <Item
            key={receiver.id}
            icon={IconSendOff}
            action={
              openable && (
                <Link to="/cams/clients/u" search={{ site: receiver.siteId, tab: 'receivers' }}>
                  {t('attention.receiver.open')}
                </Link>
              )
            }
          >
            <ReceiverWords receiver={receiver} />
          </Item>
        ))}
        {blindRules.map((rule) => (
          <Item
            key={rule.id}
            icon={IconEyeOff}
            action={
              openable && (
                <Link to="/cams/clients/u" search={{ cam: rule.viewId, tab: 'rules' }}>
                  {t('attention.blindRule.open')}
                </Link>
              )
            }
          >
            {t(`attention.blindRule.${rule.obstacle}`, {
              rule: rule.name,
              camera: rule.viewName,
              what: tRules(`capability.${rule.needs ?? 'detect'}`),
            })}
          </Item>
        ))}
        {missingHolidays.map((missing) => (
          <MissingHolidays key={missing.id} missing={missing} openable={openable} />
        ))}
        {unmatched > 0 && (
          <Item
            icon={IconMailQuestion}
            action={openable && <Link to="/cams/clients">{t('attention.unmatchedOpen')}</Link>}
          >
            {t('attention.unmatched', { count: unmatched })}
          </Item>
        )}
      </ul>
    </section>
  )
}
