import { SegmentedControl } from '@mantine/core'
import { getViewIntake, type ReplyOf, type View } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { CopyValue } from '../copy-value.tsx'
import { isSystem } from '../../model/integration-names.ts'
import { DeviceTests } from '../device-tests/device-tests.tsx'
import { FirstSteps } from '../panes/first-steps.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { Registration } from '../pelco/registration.tsx'
import { DeviceConnection } from './device-connection.tsx'
import { DeviceHosts } from './device-hosts.tsx'
import { FtpLogin } from './ftp-login.tsx'
import { LiveView } from './live/live-view.tsx'
import { MailAddress } from './mail-address.tsx'
import { SetupGuide } from './setup-guide.tsx'
import { WayIn, WayInOfSystem } from './way-in.tsx'
import { StreamConnection } from './stream-connection.tsx'

/** The ways among which the device of a camera chooses. A camera of a program has only HTTP, and one of a system mails or HTTP. */
const WAYS = ['email', 'ftp', 'push', 'rtsp', 'http'] as const
type Way = (typeof WAYS)[number]
const OF_DEVICES: readonly Way[] = ['email', 'ftp', 'push', 'rtsp']
const OF_SYSTEMS: readonly Way[] = ['email', 'http']

/** The way of a camera's type. */
const wayOf = ({ integration }: View): Way =>
  integration === 'hikvision' ? 'push' : integration === 'rtsp' ? 'rtsp' : 'email'

/** How a camera sends to this server: its address or login, and how to set up the device. */
export function Connect({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common'])
  const query = useOperationQuery(getViewIntake, { params: { id: view.id } }, { quiet: true })
  const { company, impersonatedBy } = useUser()
  const { isRtspEnabled } = company.unlocks
  // The server shows live views to the users themselves only.
  const seesLive = useMay('alarm.read') && impersonatedBy === null
  const [picked, setPicked] = useState<Way>()
  const [hasShownStream, setHasShownStream] = useState(false)
  // A stream that is read stays on show where the company may have no more of them.
  const ways = (isSystem(view.integration) ? OF_SYSTEMS : OF_DEVICES).filter(
    (one) => one !== 'rtsp' || isRtspEnabled || view.integration === 'rtsp',
  )
  // Another type of the camera may not have the way that was looked at.
  const chosen = picked !== undefined && ways.includes(picked) ? picked : wayOf(view)
  const way = view.integration === 'api' ? 'http' : chosen
  return (
    <>
      {view.integration === 'pelco' && <Registration view={view} disabled={disabled} />}
      {view.lastSignalAt === null && <FirstSteps at="connect" />}
      {/* A stream tells its own state, with what to do about it. */}
      {way === 'rtsp' ? <WayInOfSystem view={view} /> : <WayIn view={view} />}
      <Loaded query={query} rows={8}>
        {(intake) => (
          <>
            {view.integration !== 'api' && (
              <SegmentedControl
                aria-label={t('connect.way')}
                data={ways.map((value) => ({ value, label: t(`connect.ways.${value}`) }))}
                value={chosen}
                onChange={(value) => {
                  setHasShownStream(hasShownStream || way === 'rtsp')
                  setPicked(WAYS.find((one) => one === value) ?? 'email')
                }}
              />
            )}
            {way === 'email' && <MailAddress viewId={view.id} address={intake.address} disabled={disabled} />}
            {way === 'ftp' && <FtpLogin viewId={view.id} ftp={intake.ftp} disabled={disabled} />}
            {way === 'push' && <PushAddress viewId={view.id} intake={intake} disabled={disabled} />}
            {way === 'rtsp' && view.integration === 'rtsp' && seesLive && <LiveView key={view.id} view={view} />}
            {/* It stays while another way is looked at, so that nothing that was typed is lost. */}
            {(way === 'rtsp' || hasShownStream) && (
              <div hidden={way !== 'rtsp'}>
                <StreamConnection view={view} disabled={disabled} />
              </div>
            )}
            {way === 'http' && <HttpAddress url={intake.httpUrl} />}
            {way === 'push' && <DeviceConnection viewId={view.id} disabled={disabled} />}
            {way !== 'rtsp' && (way !== 'ftp' || intake.ftp) && (
              <SetupGuide key={way} intake={intake} way={way} view={view} />
            )}
          </>
        )}
      </Loaded>
      {!disabled && <DeviceTests siteId={view.siteId} />}
    </>
  )
}

interface PushAddressProps {
  viewId: string
  intake: Pick<ReplyOf<typeof getViewIntake>, 'hikvisionUrl' | 'pushUrls'>
  disabled: boolean
}

/** Where devices push their events to, by maker, and the hosts that a device of Hikvision itself knows. */
function PushAddress({ viewId, intake, disabled }: PushAddressProps) {
  const { t } = useTranslation('clients')
  return (
    <Section title={t('push.title')} hint={t('push.hint')}>
      <dl className={css['values']}>
        <CopyValue label="Hikvision" value={intake.hikvisionUrl} />
        <CopyValue label="Axis" value={intake.pushUrls.axis} />
        <CopyValue label="INSTAR" value={intake.pushUrls.instar} />
        <CopyValue label="Uniview" value={intake.pushUrls.uniview} />
      </dl>
      {!disabled && <DeviceHosts viewId={viewId} />}
    </Section>
  )
}

/** Where a program sends the signals of a camera to. */
function HttpAddress({ url }: { url: string }) {
  const { t } = useTranslation('clients')
  return (
    <Section title={t('connect.url')} hint={t('connect.urlHint')}>
      <dl className={css['values']}>
        <CopyValue label={t('connect.url')} value={url} />
      </dl>
    </Section>
  )
}
