import { PasswordInput, Switch } from '@mantine/core'
import {
  type CalledMaker,
  deleteConnection,
  type DeviceWayIn,
  getView,
  getWayIn,
  setConnection,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { isSame } from '../../../../ui/form/changes.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { type AddressDraft, AddressFields, type LoginDraft, portOf } from '../device-tests/address-fields.tsx'
import { TestResult } from '../device-tests/test-result.tsx'
import { Loaded } from '../panes/loaded.tsx'
import { Section } from '../panes/section.tsx'
import { MakerField } from './maker-field.tsx'
import { useWayIn } from './way-in.tsx'

interface Draft extends AddressDraft, LoginDraft {
  tls: boolean
  maker: CalledMaker
}

/** Where this server calls the device of a camera and reads its events, instead of waiting for them. */
export function DeviceConnection({ viewId, disabled }: { viewId: string; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const query = useWayIn(viewId)
  return (
    <Section title={t('call.title')} hint={t('call.hint')}>
      <Loaded query={query} rows={4}>
        {({ connection }) => <ConnectionForm viewId={viewId} connection={connection} disabled={disabled} />}
      </Loaded>
    </Section>
  )
}

interface ConnectionFormProps {
  viewId: string
  connection: DeviceWayIn['connection']
  disabled: boolean
}

const draftOf = (connection: DeviceWayIn['connection']): Draft => ({
  host: connection?.host ?? '',
  port: connection?.port ?? 80,
  tls: connection?.tls ?? false,
  username: connection?.username ?? '',
  password: '',
  maker: connection?.maker ?? 'hikvision',
})

function ConnectionForm({ viewId, connection, disabled }: ConnectionFormProps) {
  const { t } = useTranslation(['clients', 'common', 'deviceTests'])
  const save = useOperation(setConnection, { invalidates: [getWayIn, getView], inlineErrors: true })
  const stored = draftOf(connection)
  // What was typed stays when its address is refused, since nothing was stored.
  const [refused, setRefused] = useState<Draft>()
  const form = useSchemaForm<Draft, typeof setConnection>({
    initial: refused ?? stored,
    isDirty: (values) => !isSame(values, stored),
    operation: setConnection,
    // A password that is left empty stays as it is, unless the host is another.
    toBody: ({ password, ...draft }) => ({
      ...draft,
      port: portOf(draft),
      ...(password === '' ? {} : { password }),
    }),
    submit: async (body, values) => {
      const { failure } = await save.mutateAsync({ params: { id: viewId }, body })
      setRefused(failure ? values : undefined)
      if (!failure) showToast({ type: 'success', message: t('call.saved') })
    },
  })
  // A stored password is given to no other host, and is that of one interface.
  const keepsPassword =
    connection?.hasPassword === true && form.values.host === connection.host && form.values.maker === connection.maker
  return (
    <Form form={form}>
      <fieldset disabled={disabled} style={{ display: 'contents' }}>
        <MakerField form={form} disabled={disabled} />
        <AddressFields form={form} label={t('deviceTests:field.host')} />
        <Switch label={t('deviceTests:field.tls')} {...form.tick('tls')} />
        <TextField
          label={t('deviceTests:field.username')}
          {...form.field('username')}
          value={form.values.username}
          autoComplete="off"
        />
        <PasswordInput
          size="xs"
          label={t('deviceTests:field.password')}
          description={t(keepsPassword ? 'call.passwordKept' : 'call.passwordHint')}
          {...form.field('password')}
          value={form.values.password}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
        />
      </fieldset>
      {save.data?.failure && <TestResult reply={{ success: false, failure: save.data.failure }} success="" />}
      {!disabled && (
        <FormEnd
          form={form}
          submit={t(connection ? 'call.save' : 'call.start')}
          start={connection && <StopCalling viewId={viewId} />}
        />
      )}
    </Form>
  )
}

/** Ends the connection, and forgets its login. */
function StopCalling({ viewId }: { viewId: string }) {
  const { t } = useTranslation('clients')
  const [asking, setAsking] = useState(false)
  const stop = useOperation(deleteConnection, { invalidates: [getWayIn] })
  return (
    <>
      <Button look="subtle" onClick={() => setAsking(true)}>
        {t('call.stop')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('call.stopTitle')}
        confirm={t('call.stop')}
        danger
        onConfirm={() => stop.mutateAsync({ params: { id: viewId } })}
        onClose={() => setAsking(false)}
      >
        {t('call.stopBody')}
      </ConfirmDialog>
    </>
  )
}
