import { PasswordInput, Switch } from '@mantine/core'
import { deleteSso, getSso, listSsoDomains, listSsoIdentities, saveSso, type SsoSettings } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { DomainFields } from './domain-fields.tsx'
import css from './single-sign-on.module.css'
import { bodyOf, draftOf, type SsoDraft, wrongIn } from './sso-draft.ts'

const AFTER_CHANGE = [getSso, listSsoDomains, listSsoIdentities]

interface SsoFormProps {
  companyId: string
  settings: SsoSettings
}

/** The application in the directory, the domains, and whether single sign-on is switched on. */
export function SsoForm({ companyId, settings }: SsoFormProps) {
  const { t } = useTranslation(['sso', 'common'])
  const queries = useQueryClient()
  const save = useOperation(saveSso, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: (saved) => {
      queries.setQueryData(operationKey(getSso, { params: { id: companyId } }), saved)
      showToast({ type: 'success', message: t('settings.saved') })
    },
  })
  const form = useSchemaForm<SsoDraft, typeof saveSso>({
    initial: draftOf(settings),
    operation: saveSso,
    toBody: bodyOf,
    rules: (draft) => {
      const wrong = wrongIn(draft, settings.hasClientSecret)
      return Object.fromEntries(Object.entries(wrong).map(([path, rule]) => [path, t(`settings.invalid.${rule}`)]))
    },
    submit: (body) => save.mutateAsync({ params: { id: companyId }, body }),
  })
  const secret = form.field('clientSecret')
  return (
    <Form form={form} className={css['section']}>
      <TextField
        label={t('settings.clientId')}
        {...form.field('clientId')}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
      />
      <PasswordInput
        label={t('settings.clientSecret')}
        description={settings.hasClientSecret ? t('settings.clientSecretKept') : undefined}
        {...secret}
        aria-invalid={secret.error ? true : undefined}
        maxLength={1000}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
      />
      <DomainFields companyId={companyId} form={form} saved={settings.domains} />
      <Switch label={t('settings.enabled')} description={t('settings.enabledHint')} {...form.tick('enabled')} />
      <Switch
        label={t('settings.allowPassword')}
        description={t('settings.allowPasswordHint')}
        {...form.tick('allowPassword')}
      />
      <FormEnd
        form={form}
        submit={t('settings.save')}
        start={
          settings.hasClientSecret && (
            <RemoveButton companyId={companyId} connected={settings.connectedCount} onRemoved={form.reset} />
          )
        }
      />
    </Form>
  )
}

interface RemoveButtonProps {
  companyId: string
  connected: number
  onRemoved: () => void
}

function RemoveButton({ companyId, connected, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation('sso')
  const [asked, setAsked] = useState(false)
  const remove = useOperation(deleteSso, {
    invalidates: AFTER_CHANGE,
    onSuccess: () => {
      onRemoved()
      showToast({ type: 'success', message: t('settings.removed') })
    },
  })
  return (
    <>
      <Button look="subtle" onClick={() => setAsked(true)}>
        {t('settings.remove')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('settings.removeTitle')}
        confirm={t('settings.remove')}
        danger
        onConfirm={() => remove.mutateAsync({ params: { id: companyId } })}
        onClose={() => setAsked(false)}
      >
        {t('settings.removeBody', { count: connected })}
      </ConfirmDialog>
    </>
  )
}
