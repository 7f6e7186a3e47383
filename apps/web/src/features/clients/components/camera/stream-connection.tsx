import { PasswordInput } from '@mantine/core'
import {
  type CameraStream,
  COOL_DOWN_SECONDS,
  deleteViewStream,
  getViewRtspStatus,
  getViewStream,
  ONVIF_PORT,
  setViewStream,
  type StreamTrigger,
  type View,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { hostOfStream, splitStreamUrl } from '../../model/split-stream-url.ts'
import { refreshNode } from '../../state/tree-queries.ts'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { StreamState } from './stream-state.tsx'
import { StreamTriggerField } from './stream-trigger-field.tsx'

const HINTS = { motion: 'stream.hint', onvif: 'stream.hintOnvif', mail: 'stream.hintMail' } as const

/** How the stream of a camera is read by RTSP, and whether it plays. */
export function StreamConnection({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const query = useOperationQuery(getViewStream, { params: { id: view.id } }, { quiet: true })
  return (
    <Section title={t('stream.title')} hint={t(HINTS[query.data?.stream?.trigger ?? 'motion'])}>
      <Loaded query={query} rows={5}>
        {({ stream }) => (
          <>
            {stream && <StreamState viewId={view.id} zone={view.timezone} />}
            <StreamForm view={view} stream={stream} disabled={disabled} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface Draft {
  url: string
  username: string
  /** Empty: the stored one stays. */
  password: string
  /** Null while the field is empty. */
  coolDownSeconds: number | null
  trigger: StreamTrigger
  /** Null while the field is empty. */
  onvifPort: number | null
}

const draftOf = (stream: CameraStream | null): Draft => ({
  url: stream?.url ?? '',
  username: stream?.username ?? '',
  password: '',
  coolDownSeconds: stream?.coolDownSeconds ?? COOL_DOWN_SECONDS.usual,
  trigger: stream?.trigger ?? 'motion',
  onvifPort: stream?.onvifPort ?? ONVIF_PORT,
})

interface StreamFormProps {
  view: View
  stream: CameraStream | null
  disabled: boolean
}

/** What is shown anew when the stream of a camera has changed. */
function useRefresh({ id, siteId, clientId }: View) {
  const queries = useQueryClient()
  return () => refreshNode(queries, { projectId: clientId, siteId, viewId: id })
}

const SHOWN = [getViewStream, getViewRtspStatus]

/** The form of a stream. It keeps the stored password while none is entered. */
function useStreamForm(view: View, stream: CameraStream | null) {
  const { t } = useTranslation('clients')
  const refresh = useRefresh(view)
  const save = useOperation(setViewStream, { inlineErrors: true, invalidates: SHOWN })
  return useSchemaForm<Draft, typeof setViewStream>({
    initial: draftOf(stream),
    operation: setViewStream,
    toBody: ({ url, username, password, coolDownSeconds, trigger, onvifPort }) => ({
      url,
      username,
      trigger,
      coolDownSeconds: coolDownSeconds ?? Number.NaN,
      ...(password === '' ? {} : { password }),
      ...(trigger === 'onvif' ? { onvifPort: onvifPort ?? Number.NaN } : {}),
    }),
    rules: ({ url }) => ({ url: hostOfStream(url) === '' ? t('stream.urlInvalid') : undefined }),
    async submit(body) {
      await save.mutateAsync({ params: { id: view.id }, body })
      showToast({ type: 'success', message: t('form.saved') })
      await refresh()
    },
  })
}

function StreamForm({ view, stream, disabled }: StreamFormProps) {
  const { t } = useTranslation(['clients', 'common'])
  const form = useStreamForm(view, stream)
  const keeps = stream?.hasPassword === true && hostOfStream(form.values.url) === hostOfStream(stream.url)
  return (
    <Form form={form} className={css['form']}>
      <TextField
        label={t('stream.url')}
        description={t('stream.urlHint')}
        placeholder="rtsp://192.0.2.20:554/Streaming/Channels/102"
        required
        spellCheck={false}
        autoComplete="off"
        maxLength={1_000}
        disabled={disabled}
        {...form.field('url')}
        value={form.values.url}
        onChange={(value) => enterUrl(form, value)}
      />
      <div className={css['pair']}>
        <TextField label={t('stream.username')} autoComplete="off" disabled={disabled} {...form.field('username')} />
        <PasswordInput
          label={t('stream.password')}
          description={passwordHint(t, stream, keeps)}
          autoComplete="new-password"
          disabled={disabled}
          visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
          {...form.field('password')}
        />
      </div>
      <StreamTriggerField
        value={form.values.trigger}
        stored={stream?.trigger}
        disabled={disabled}
        onChange={(trigger) => form.set('trigger', trigger)}
      />
      {form.values.trigger === 'onvif' && <OnvifPortField form={form} disabled={disabled} />}
      {form.values.trigger !== 'mail' && <CoolDownField form={form} disabled={disabled} />}
      {!disabled && (
        <FormEnd
          form={form}
          submit={t(stream ? 'common:save' : 'stream.connect')}
          disabled={stream !== null && !form.isDirty}
          start={stream && <RemoveStream view={view} />}
        />
      )}
    </Form>
  )
}

/** Where the camera reports its motion. */
function OnvifPortField({ form, disabled }: { form: SchemaForm<Draft>; disabled: boolean }) {
  const { t } = useTranslation('clients')
  return (
    <NumberField
      label={t('stream.onvifPort')}
      description={t('stream.onvifPortHint')}
      min={1}
      max={65_535}
      allowDecimal={false}
      thousandSeparator={false}
      disabled={disabled}
      {...form.field('onvifPort')}
      value={form.values.onvifPort ?? ''}
      onChange={(next) => form.set('onvifPort', typeof next === 'number' ? next : null)}
    />
  )
}

/** How long motion triggers nothing after it has. */
function CoolDownField({ form, disabled }: { form: SchemaForm<Draft>; disabled: boolean }) {
  const { t } = useTranslation('clients')
  return (
    <NumberField
      label={t('stream.coolDown')}
      description={t('stream.coolDownHint')}
      suffix=" s"
      min={COOL_DOWN_SECONDS.least}
      max={COOL_DOWN_SECONDS.most}
      allowDecimal={false}
      disabled={disabled}
      {...form.field('coolDownSeconds')}
      value={form.values.coolDownSeconds ?? ''}
      onChange={(next) => form.set('coolDownSeconds', typeof next === 'number' ? next : null)}
    />
  )
}

/** Puts a login that was pasted with the address into its own fields. */
function enterUrl(form: SchemaForm<Draft>, text: string): void {
  const { url, login } = splitStreamUrl(text)
  form.field('url').onChange(url)
  if (!login) return
  form.set('username', login.username)
  form.set('password', login.password)
}

function passwordHint(
  t: (key: 'stream.passwordStored' | 'stream.passwordLost') => string,
  stream: CameraStream | null,
  keeps: boolean,
): string | undefined {
  if (!stream?.hasPassword) return undefined
  return t(keeps ? 'stream.passwordStored' : 'stream.passwordLost')
}

function RemoveStream({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh(view)
  const remove = useOperation(deleteViewStream, { invalidates: SHOWN })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('stream.remove')}</Button>
      <ConfirmDialog
        opened={asking}
        title={t('stream.removeTitle')}
        confirm={t('stream.remove')}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id: view.id } })
          await refresh()
        }}
        onClose={() => setAsking(false)}
      >
        {t('stream.removeBody')}
      </ConfirmDialog>
    </>
  )
}
