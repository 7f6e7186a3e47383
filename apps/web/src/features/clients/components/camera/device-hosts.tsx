import { Switch } from '@mantine/core'
import { type BodyOf, lookAtDeviceHosts, type ReplyOf, writeDeviceHost } from '@winnow/contract'
import { IconArrowBarToRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { isSame } from '../../../../ui/form/changes.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import {
  type AddressDraft,
  AddressFields,
  type LoginDraft,
  LoginFields,
  portOf,
} from '../device-tests/address-fields.tsx'
import testCss from '../device-tests/device-tests.module.css'
import { TestResult } from '../device-tests/test-result.tsx'
import css from '../panes/pane.module.css'

type Places = ReplyOf<typeof lookAtDeviceHosts>
type Login = BodyOf<typeof lookAtDeviceHosts>

interface Draft extends AddressDraft, LoginDraft {
  tls: boolean
}

/** Writes the address of a camera into its Hikvision device, in a dialog. */
export function DeviceHosts({ viewId }: { viewId: string }) {
  const { t } = useTranslation('clients')
  const [opened, setOpened] = useState(false)
  return (
    <div>
      <Button leftSection={<IconArrowBarToRight size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('hosts.open')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('hosts.title')}>
        <HostsForm viewId={viewId} />
      </Dialog>
    </div>
  )
}

function HostsForm({ viewId }: { viewId: string }) {
  const { t } = useTranslation(['clients', 'deviceTests'])
  const [found, setFound] = useState<{ draft: Draft; login: Login; places: Places }>()
  const look = useOperation(lookAtDeviceHosts, { inlineErrors: true })
  const form = useSchemaForm<Draft, typeof lookAtDeviceHosts>({
    initial: { host: '', port: 80, tls: false, username: 'admin', password: '' },
    operation: lookAtDeviceHosts,
    isGuarded: false,
    toBody: (draft) => ({ ...draft, port: portOf(draft) }),
    submit: async (login, draft) => {
      setFound(undefined)
      setFound({ draft, login, places: await look.mutateAsync({ params: { id: viewId }, body: login }) })
    },
  })
  // What was found belongs to the device that was asked, not to another one that is typed now.
  const seen = found && isSame(found.draft, form.values) ? found : undefined
  return (
    <Form form={form}>
      <p className={css['hint']}>{t('hosts.hint')}</p>
      <AddressFields form={form} label={t('deviceTests:field.host')} />
      <Switch label={t('deviceTests:field.tls')} {...form.tick('tls')} />
      <LoginFields form={form} />
      {seen?.places.failure && <TestResult reply={{ success: false, failure: seen.places.failure }} success="" />}
      {seen && !seen.places.failure && (
        <PlaceList
          viewId={viewId}
          login={seen.login}
          places={seen.places}
          onChanged={(places) => setFound({ ...seen, places })}
        />
      )}
      <FormEnd form={form} submit={t('hosts.look')} look={seen ? 'secondary' : 'primary'} closes />
    </Form>
  )
}

interface PlaceListProps {
  viewId: string
  login: Login
  places: Places
  onChanged: (places: Places) => void
}

/** What stands in the device, and the button that writes this camera's address or takes it back. */
function PlaceList({ viewId, login, places: { hosts }, onChanged }: PlaceListProps) {
  const { t } = useTranslation('clients')
  const write = useOperation(writeDeviceHost, { inlineErrors: true, onSuccess: onChanged })
  const isEntered = hosts.some(({ isOurs }) => isOurs)
  const isFull = hosts.every(({ address }) => address !== null)
  const action = isEntered ? 'take-back' : 'write'
  return (
    <>
      <dl className={css['values']} aria-label={t('hosts.places')}>
        {hosts.map(({ id, address, isOurs }) => (
          <div key={id} className={css['value']}>
            <dt>{t('hosts.place', { id })}</dt>
            <dd>{isOurs ? t('hosts.ours', { address }) : (address ?? t('hosts.free'))}</dd>
          </div>
        ))}
      </dl>
      <p className={testCss['hint']} role="status">
        {t(isEntered ? 'hosts.entered' : isFull ? 'hosts.full' : 'hosts.notEntered')}
      </p>
      <FormError error={write.error} />
      {(isEntered || !isFull) && (
        <div>
          <Button
            look={isEntered ? 'secondary' : 'primary'}
            loading={write.isPending}
            onClick={() =>
              void write.mutateAsync({ params: { id: viewId }, body: { ...login, action } }).catch(() => undefined)
            }
          >
            {t(isEntered ? 'hosts.takeBack' : 'hosts.write')}
          </Button>
        </div>
      )}
    </>
  )
}
