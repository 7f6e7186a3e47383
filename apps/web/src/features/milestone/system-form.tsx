import {
  addMilestone,
  findMilestone,
  getMilestone,
  listMilestoneCameras,
  MILESTONE_MOTION,
  type MilestoneSystem,
  type ReplyOf,
  updateMilestone,
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
import { Certificate, Failed, LoginFields, ServerFailed, vmsCss as css } from '../digital-watchdog/index.ts'

interface Login {
  host: string
  port: number | string
  username: string
  password: string
}
type Found = ReplyOf<typeof findMilestone>

/** What is an alarm unless somebody says otherwise. */
const FIRST_TYPES: MilestoneSystem['eventTypes'] = [
  { id: MILESTONE_MOTION, name: 'Motion Started', eventType: 'motion' },
]

interface SystemFormProps {
  companyId: string
  /** The system that is changed. Undefined: one is added. */
  stored: MilestoneSystem | undefined
  onStored: () => void
}

/** Logs in to a system, shows its certificate, and stores it when somebody has said that it is the right one. */
export function SystemForm({ companyId, stored, onStored }: SystemFormProps) {
  const { t } = useTranslation(['milestone', 'digitalWatchdog', 'common'])
  const text = useErrorText()
  const find = useOperation(findMilestone, { inlineErrors: true })
  const [found, setFound] = useState<{ login: Login; reply: Found }>()
  const form = useSchemaForm<Login, typeof findMilestone>({
    initial: {
      host: stored?.host ?? '',
      port: stored?.port ?? 443,
      username: stored?.username ?? '',
      password: '',
    },
    operation: findMilestone,
    toBody: ({ port, password, ...login }) => ({
      ...login,
      port: Number(port),
      ...(password === '' ? {} : { password }),
    }),
    rules: ({ password }) => (password === '' && !stored ? { password: t('common:validation.fieldRequired') } : {}),
    isGuarded: false,
    submit: async (body, login) => {
      // What another system has answered must not be stored with this login.
      setFound(undefined)
      setFound({ login, reply: await find.mutateAsync({ params: { id: companyId }, body }) })
    },
  })
  const { certificate, failure, system } = found?.reply ?? {}
  return (
    <div className={css['stack']}>
      <Form form={form}>
        <LoginFields
          form={form}
          hostHint={t('hostHint')}
          userHint={t('userHint')}
          passwordHint={stored && t('passwordKept')}
        />
        {!form.error && <Failed title={t('err.find')} error={find.error} />}
        <FormEnd
          form={form}
          submit={t('find')}
          look={system ? 'secondary' : 'primary'}
          disabled={!form.isValid}
          errorText={form.error ? `${t('err.find')}\n${text(form.error)}` : undefined}
        />
      </Form>
      {failure && <ServerFailed title={t('err.find')} failure={failure} />}
      {certificate && <Certificate certificate={certificate} />}
      {found && system && (
        <StoreSystem
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

/** Stores the system that was found. */
function StoreSystem({
  companyId,
  stored,
  onStored,
  login: { host, port, username, password },
  found: { system, certificate },
}: SystemFormProps & { login: Login; found: Found }) {
  const { t } = useTranslation('milestone')
  const settings = { inlineErrors: true, invalidates: [getMilestone, listMilestoneCameras] }
  const [add, change] = [useOperation(addMilestone, settings), useOperation(updateMilestone, settings)]
  const save = async () => {
    if (!system) return
    const body = {
      host,
      port: Number(port),
      username,
      fingerprint: certificate?.isTrusted === false ? certificate.fingerprint : '',
      systemId: system.id,
      systemName: system.name,
      // Another system has types of its own.
      eventTypes: stored?.systemId === system.id ? stored.eventTypes : FIRST_TYPES,
    }
    const params = { id: companyId }
    try {
      if (stored) await change.mutateAsync({ params, body: { ...body, ...(password === '' ? {} : { password }) } })
      else await add.mutateAsync({ params, body: { ...body, password } })
      onStored()
    } catch {
      // The reason is shown above the button.
    }
  }
  return (
    <>
      <p>{t('found', { name: system?.name ?? '' })}</p>
      <Failed title={t('err.save')} error={add.error ?? change.error} />
      <FormActions>
        <Button look="primary" loading={add.isPending || change.isPending} onClick={() => void save()}>
          {t('store')}
        </Button>
      </FormActions>
    </>
  )
}
