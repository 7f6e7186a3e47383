import { PasswordInput, Radio } from '@mantine/core'
import { findDwServers, type ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Certificate } from './certificate.tsx'
import css from './digital-watchdog.module.css'
import { Failed, ServerFailed } from './failed.tsx'
import type { ServerEntry } from './server-entry.ts'

interface Login {
  ipAddress: string
  port: number | string
  username: string
  password: string
}
type Found = ReplyOf<typeof findDwServers>

interface AddServerProps {
  onChosen: (server: ServerEntry) => Promise<unknown>
  /** Why the server could not be stored. */
  error: unknown
}

/** Logs in to a server, shows its certificate and system, and stores it when somebody has said that it is the right one. */
export function AddServer({ onChosen, error }: AddServerProps) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const text = useErrorText()
  const find = useOperation(findDwServers, { inlineErrors: true })
  const [found, setFound] = useState<{ login: Login; reply: Found }>()
  const form = useSchemaForm<Login, typeof findDwServers>({
    initial: { ipAddress: '', port: 7001, username: '', password: '' },
    operation: findDwServers,
    toBody: ({ port, ...login }) => ({ ...login, port: Number(port) }),
    rules: ({ password }) => (password === '' ? { password: t('common:validation.fieldRequired') } : {}),
    isGuarded: false,
    submit: async (body, login) => {
      // What another server has answered must not be stored with this login.
      setFound(undefined)
      setFound({ login, reply: await find.mutateAsync({ body }) })
    },
  })
  const certificate = found?.reply.certificate
  const hasServers = found !== undefined && found.reply.servers.length > 0
  return (
    <div className={css['stack']}>
      <Form form={form}>
        <TextField label={t('server.host')} {...form.field('ipAddress')} required maxLength={253} data-autofocus />
        <NumberField label={t('server.port')} min={1} max={65_535} allowDecimal={false} {...form.field('port')} />
        <TextField label={t('server.user')} {...form.field('username')} required maxLength={200} autoComplete="off" />
        <PasswordInput
          label={t('server.password')}
          {...form.field('password')}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
        />
        {!form.error && <Failed title={t('err.systemServers')} error={find.error} />}
        <FormEnd
          form={form}
          submit={t('server.find')}
          look={hasServers ? 'secondary' : 'primary'}
          disabled={!form.isValid}
          errorText={form.error ? `${t('err.systemServers')}\n${text(form.error)}` : undefined}
        />
      </Form>
      {found?.reply.failure && <ServerFailed title={t('err.systemServers')} failure={found.reply.failure} />}
      {certificate && <Certificate certificate={certificate} />}
      {hasServers && <Choose login={found.login} found={found.reply} onChosen={onChosen} error={error} />}
    </div>
  )
}

/** Which of the system's servers is at the address. */
function Choose({ login, found, onChosen, error }: AddServerProps & { login: Login; found: Found }) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const [chosen, setChosen] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const server = found.servers.find(({ serverId }) => serverId === chosen) ?? found.servers[0]
  const { certificate } = found
  const save = async () => {
    if (!server) return
    const { isOnline: _online, isConfigured: _configured, ...named } = server
    setBusy(true)
    try {
      const fingerprint = certificate?.isTrusted === false ? certificate.fingerprint : ''
      await onChosen({ ...named, ...login, port: Number(login.port), fingerprint })
    } catch {
      // The reason is shown above the button.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Radio.Group
        label={t('server.choose', { system: server?.systemName ?? '' })}
        value={server?.serverId ?? ''}
        onChange={setChosen}
      >
        <div className={css['close']}>
          {found.servers.map(({ serverId, serverName, isOnline }) => (
            <Radio
              key={serverId}
              value={serverId}
              label={`${serverName} · ${t(isOnline ? 'server.online' : 'server.offline')}`}
            />
          ))}
        </div>
      </Radio.Group>
      <Failed title={t('err.updateServers')} error={error} />
      <FormActions>
        <Button look="primary" loading={isBusy} onClick={() => void save()}>
          {t('server.store')}
        </Button>
      </FormActions>
    </>
  )
}
