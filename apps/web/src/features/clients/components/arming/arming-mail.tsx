import { Switch } from '@mantine/core'
import {
  type ArmingMail,
  type DetailedSite,
  getArmingMail,
  makeArmingMail,
  removeArmingMail,
  setArmingMail,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { CopyValue } from '../copy-value.tsx'
import { Loaded } from '../panes/loaded.tsx'
import pane from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import css from './arming.module.css'
import { useZonedTime } from './use-zoned-time.ts'

const CHANGED = { invalidates: [getArmingMail] }

/** The two mail addresses of a site: one arms it, the other disarms it. */
export function ArmingMailSection({ site }: { site: DetailedSite }) {
  const { t } = useTranslation('schedules')
  const params = { id: site.id }
  const query = useOperationQuery(getArmingMail, { params }, { quiet: true })
  const make = useOperation(makeArmingMail, CHANGED)
  return (
    <Section title={t('arming.mail.title')} hint={t('arming.mail.intro')}>
      <Loaded query={query} rows={2}>
        {(mail) =>
          mail.addresses ? (
            <div className={css['form']}>
              <Addresses mail={mail} addresses={mail.addresses} zone={site.timezone} />
              <Options siteId={site.id} mail={mail} />
              <Ways siteId={site.id} />
            </div>
          ) : (
            <Button loading={make.isPending} onClick={() => make.mutate({ params })}>
              {t('arming.mail.make')}
            </Button>
          )
        }
      </Loaded>
    </Section>
  )
}

interface AddressesProps {
  mail: ArmingMail
  addresses: NonNullable<ArmingMail['addresses']>
  zone: string
}

function Addresses({ mail, addresses, zone }: AddressesProps) {
  const { t } = useTranslation('schedules')
  const time = useZonedTime(zone)
  return (
    <>
      <dl className={pane['values']}>
        <CopyValue label={t('arming.mail.arms')} value={addresses.arm} />
        {mail.onlyArms ? (
          <CopyValue label={t('arming.mail.disarms')} value={t('arming.mail.refused')} copyable={false} />
        ) : (
          <CopyValue label={t('arming.mail.disarms')} value={addresses.disarm} />
        )}
        <CopyValue label={t('arming.mail.server')} value={`${mail.smtp.host}:${mail.smtp.port}`} />
      </dl>
      <p className={css['hint']}>
        {mail.madeAt !== null &&
          mail.madeBy !== null &&
          `${t('arming.mail.made', { name: mail.madeBy, time: time(mail.madeAt) })}. `}
        {t('arming.mail.rules')}
      </p>
    </>
  )
}

/** What is asked of mails. Each switch is saved at once. */
function Options({ siteId, mail }: { siteId: string; mail: ArmingMail }) {
  const { t } = useTranslation('schedules')
  const change = useOperation(setArmingMail, CHANGED)
  const { authRequired, onlyArms, user } = mail
  const set = (part: Partial<Pick<ArmingMail, 'authRequired' | 'onlyArms'>>) =>
    change.mutate({ params: { id: siteId }, body: { authRequired, onlyArms, ...part } })
  return (
    <>
      <Switch
        label={t('arming.mail.auth')}
        description={user === null ? t('arming.mail.noLogin') : t('arming.mail.authHint', { user })}
        checked={authRequired}
        disabled={change.isPending || (user === null && !authRequired)}
        onChange={(event) => set({ authRequired: event.currentTarget.checked })}
      />
      <Switch
        label={t('arming.mail.onlyArms')}
        description={t('arming.mail.onlyArmsHint')}
        checked={onlyArms}
        disabled={change.isPending}
        onChange={(event) => set({ onlyArms: event.currentTarget.checked })}
      />
    </>
  )
}

/** Renews or removes the addresses. Both are asked about, since alarm panels use the present ones. */
function Ways({ siteId }: { siteId: string }) {
  const { t } = useTranslation('schedules')
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const [last, setLast] = useState<'renew' | 'remove'>('renew')
  if (asking && asking !== last) setLast(asking)
  const make = useOperation(makeArmingMail, CHANGED)
  const remove = useOperation(removeArmingMail, CHANGED)
  const params = { id: siteId }
  return (
    <div className={css['actions']}>
      <Button size="compact-sm" onClick={() => setAsking('renew')}>
        {t('arming.mail.renew')}
      </Button>
      <Button size="compact-sm" onClick={() => setAsking('remove')}>
        {t('arming.mail.remove')}
      </Button>
      <ConfirmDialog
        opened={asking !== undefined}
        title={t(`arming.mail.${last}Title`)}
        confirm={t(`arming.mail.${last}Now`)}
        onConfirm={() => (last === 'renew' ? make.mutateAsync({ params }) : remove.mutateAsync({ params }))}
        onClose={() => setAsking(undefined)}
      >
        {t(`arming.mail.${last}Body`)}
      </ConfirmDialog>
    </div>
  )
}
