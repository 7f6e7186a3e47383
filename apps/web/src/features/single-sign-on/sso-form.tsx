import { PasswordInput, Switch } from '@mantine/core'
import { deleteSso, getSso, listSsoDomains, listSsoIdentities, saveSso, type SsoSettings } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { DomainFields } from './domain-fields.tsx'
import css from './single-sign-on.module.css'
import { bodyOf, draftOf, isComplete, type SsoDraft } from './sso-draft.ts'

const AFTER_CHANGE = [getSso, listSsoDomains, listSsoIdentities]

interface SsoFormProps {
  companyId: string
  settings: SsoSettings
}

/** The application in the directory, the domains, and whether it counts. */
export function SsoForm({ companyId, settings }: SsoFormProps) {
  const { t } = useTranslation(['sso', 'common'])
  const [draft, setDraft] = useState<SsoDraft>(() => draftOf(settings))
  const [tried, setTried] = useState(false)
  const save = useOperation(saveSso, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: (saved) => {
      setDraft(draftOf(saved))
      setTried(false)
      showToast({ type: 'success', message: t('settings.saved') })
    },
  })
  const change = (changed: Partial<SsoDraft>) => setDraft({ ...draft, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isComplete(draft, settings.hasClientSecret)) save.mutate({ params: { id: companyId }, body: bodyOf(draft) })
  }
  const lacksSecret = tried && !settings.hasClientSecret && draft.clientSecret.trim() === ''
  return (
    <form className={css['section']} onSubmit={submit} noValidate>
      <TextField
        label={t('settings.clientId')}
        value={draft.clientId}
        onChange={(clientId) => change({ clientId })}
        error={tried && draft.clientId.trim() === '' ? t('settings.invalid.clientId') : undefined}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
      />
      <PasswordInput
        label={t('settings.clientSecret')}
        description={settings.hasClientSecret ? t('settings.clientSecretKept') : undefined}
        value={draft.clientSecret}
        onChange={(event) => change({ clientSecret: event.currentTarget.value })}
        error={lacksSecret && t('settings.invalid.clientSecret')}
        maxLength={1000}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
      />
      <DomainFields
        companyId={companyId}
        draft={draft}
        saved={settings.domains}
        strict={tried}
        onChange={(changed) => setDraft(changed)}
      />
      <Switch
        label={t('settings.enabled')}
        description={t('settings.enabledHint')}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Switch
        label={t('settings.allowPassword')}
        description={t('settings.allowPasswordHint')}
        checked={draft.allowPassword}
        onChange={(event) => change({ allowPassword: event.currentTarget.checked })}
      />
      <FormError error={save.error} />
      <FormActions
        start={
          settings.hasClientSecret && (
            <RemoveButton
              companyId={companyId}
              connected={settings.connectedCount}
              onRemoved={(empty) => setDraft(draftOf(empty))}
            />
          )
        }
      >
        <Button type="submit" look="primary" loading={save.isPending}>
          {t('settings.save')}
        </Button>
      </FormActions>
    </form>
  )
}

interface RemoveButtonProps {
  companyId: string
  connected: number
  onRemoved: (empty: SsoSettings) => void
}

function RemoveButton({ companyId, connected, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation('sso')
  const [asked, setAsked] = useState(false)
  const remove = useOperation(deleteSso, {
    invalidates: AFTER_CHANGE,
    onSuccess: () => {
      onRemoved({
        enabled: false,
        allowPassword: false,
        clientId: '',
        hasClientSecret: false,
        domains: [],
        redirectUri: '',
        connectedCount: 0,
      })
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
