import {
  addExacq,
  type ExacqRecorder,
  findExacq,
  listExacq,
  listExacqCameras,
  type ReplyOf,
  updateExacq,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Certificate, Failed, LoginFields, ServerFailed, vmsCss as css } from '../digital-watchdog/index.ts'

interface Login {
  host: string
  port: number | string
  serverNumber: number | string
  username: string
  password: string
}
type Found = ReplyOf<typeof findExacq>

interface RecorderFormProps {
  companyId: string
  /** The recorder that is changed. Undefined: one is added. */
  stored: ExacqRecorder | undefined
  onStored: () => void
}

/** The login that is entered, and what the recorder answered to it. */
function useFinding({ companyId, stored }: Pick<RecorderFormProps, 'companyId' | 'stored'>) {
  const { t } = useTranslation('common')
  const find = useOperation(findExacq, { inlineErrors: true })
  const [found, setFound] = useState<{ login: Login; reply: Found }>()
  const form = useSchemaForm<Login, typeof findExacq>({
    initial: {
      host: stored?.host ?? '',
      port: stored?.port ?? 443,
      serverNumber: stored?.serverNumber ?? 0,
      username: stored?.username ?? '',
      password: '',
    },
    operation: findExacq,
    toBody: ({ port, serverNumber, password, ...login }) => ({
      ...login,
      port: Number(port),
      serverNumber: Number(serverNumber),
      ...(password === '' ? {} : { password }),
    }),
    rules: ({ password }) => (password === '' && !stored ? { password: t('validation.fieldRequired') } : {}),
    isGuarded: false,
    submit: async (body, login) => {
      // What another recorder has answered must not be stored with this login.
      setFound(undefined)
      setFound({ login, reply: await find.mutateAsync({ params: { id: companyId }, body }) })
    },
  })
  return { form, find, found }
}

/** Logs in to a recorder, shows its certificate, and stores it when somebody has said that it is the right one. */
export function RecorderForm({ companyId, stored, onStored }: RecorderFormProps) {
  const { t } = useTranslation('exacq')
  const text = useErrorText()
  const { form, find, found } = useFinding({ companyId, stored })
  const { certificate, failure, recorder } = found?.reply ?? {}
  return (
    <div className={css['stack']}>
      <Form form={form}>
        <LoginFields
          form={form}
          hostHint={t('hostHint')}
          userHint={t('userHint')}
          passwordHint={stored && t('passwordKept')}
        />
        <NumberField
          label={t('server')}
          description={t('serverHint')}
          min={0}
          max={999}
          allowDecimal={false}
          {...form.field('serverNumber')}
        />
        {!form.error && <Failed title={t('err.find')} error={find.error} />}
        <FormEnd
          form={form}
          submit={t('find')}
          look={recorder ? 'secondary' : 'primary'}
          disabled={!form.isValid}
          errorText={form.error ? `${t('err.find')}\n${text(form.error)}` : undefined}
        />
      </Form>
      {failure && <ServerFailed title={t('err.find')} failure={failure} />}
      {certificate && <Certificate certificate={certificate} />}
      {found && recorder && (
        <StoreRecorder
          companyId={companyId}
          stored={stored}
          onStored={onStored}
          login={found.login}
          found={found.reply}
        />
      )}
    </div>
  )
}

/** Stores the recorder that was found, by the name that it has. */
function StoreRecorder({
  companyId,
  stored,
  onStored,
  login: { host, port, serverNumber, username, password },
  found: { recorder, certificate },
}: RecorderFormProps & { login: Login; found: Found }) {
  const { t } = useTranslation('exacq')
  const settings = { inlineErrors: true, invalidates: [listExacq, listExacqCameras] }
  const [add, change] = [useOperation(addExacq, settings), useOperation(updateExacq, settings)]
  const name = (recorder?.name || host).slice(0, 100)
  const save = async () => {
    const body = {
      name,
      host,
      port: Number(port),
      serverNumber: Number(serverNumber),
      username,
      fingerprint: certificate?.isTrusted === false ? certificate.fingerprint : '',
    }
    try {
      if (stored)
        await change.mutateAsync({
          params: { id: companyId, recorderId: stored.id },
          body: { ...body, ...(password === '' ? {} : { password }) },
        })
      else await add.mutateAsync({ params: { id: companyId }, body: { ...body, password } })
      onStored()
    } catch {
      // The reason is shown above the button.
    }
  }
  return (
    <>
      <p>{t('found', { name, count: recorder?.numberOfCameras ?? 0 })}</p>
      <Failed title={t('err.save')} error={add.error ?? change.error} />
      <FormActions>
        <Button look="primary" loading={add.isPending || change.isPending} onClick={() => void save()}>
          {t('store')}
        </Button>
      </FormActions>
    </>
  )
}
