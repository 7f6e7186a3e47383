import { Select, Switch } from '@mantine/core'
import {
  type Company,
  COMPANY_THEMES,
  type CompanyRow,
  createCompany,
  getCompany,
  listCompanies,
  provisionCompany,
  suspendCompany,
  updateCompany,
} from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import form from '../../ui/form.module.css'
import { InviteAdmin } from './invite-admin.tsx'
import css from './companies.module.css'

const AFTER_CHANGE = [listCompanies, getCompany]
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

interface CompanyDialogProps {
  /** The one to change, a new one, or none: closed. */
  company: CompanyRow | 'new' | undefined
  onClose: () => void
}

/** A company: its name, brand, features, first administrator and suspension. */
export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const { t } = useTranslation('companies')
  // A new company stays open after it was made: its first administrator is invited next.
  const [made, setMade] = useState<Company>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const existing = company === 'new' ? made : company
  return (
    <Dialog opened={company !== undefined} onClose={close} title={existing ? existing.name : t('create')} size="lg">
      {existing ? (
        <Loaded id={existing.id} onClose={close} />
      ) : (
        company === 'new' && <CreateForm onMade={setMade} onClose={close} />
      )}
    </Dialog>
  )
}

interface Draft {
  name: string
  theme: Company['theme']
  subdomain: string
}

function Fields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { t } = useTranslation('companies')
  return (
    <>
      <TextField
        label={t('name')}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        required
        maxLength={100}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened, and took the focus, before this was loaded
        autoFocus
      />
      <Select
        label={t('theme')}
        data={COMPANY_THEMES.map((theme) => ({ value: theme, label: t(`themes.${theme}`) }))}
        value={draft.theme}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...draft, theme: COMPANY_THEMES.find((theme) => theme === value) ?? draft.theme })
        }
      />
      <TextField
        label={t('subdomain')}
        description={t('subdomainHint')}
        value={draft.subdomain}
        onChange={(subdomain) => onChange({ ...draft, subdomain })}
        maxLength={63}
        replace={{ input: (text) => text.toLowerCase() }}
        validate={(text) => (text === '' || SUBDOMAIN.test(text) ? undefined : t('subdomainWrong'))}
      />
    </>
  )
}

const isValid = ({ name, subdomain }: Draft): boolean =>
  name.trim() !== '' && (subdomain === '' || SUBDOMAIN.test(subdomain))

function CreateForm({ onMade, onClose }: { onMade: (company: Company) => void; onClose: () => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const [draft, setDraft] = useState<Draft>({ name: '', theme: 'default', subdomain: '' })
  const create = useOperation(createCompany, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: (company) => {
      showToast({ type: 'success', message: t('created') })
      onMade(company)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid(draft) || create.isPending) return
    create.mutate({ body: { name: draft.name.trim(), theme: draft.theme, subdomain: draft.subdomain || null } })
  }
  return (
    <form className={form['form']} onSubmit={submit} noValidate>
      <Fields draft={draft} onChange={setDraft} />
      <FormError error={create.error} />
      <FormActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={create.isPending} disabled={!isValid(draft)}>
          {t('common:create')}
        </Button>
      </FormActions>
    </form>
  )
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const company = useOperationQuery(getCompany, { params: { id } }, { staleTime: 0 })
  if (company.isPending) return <SkeletonRows rows={6} />
  if (company.isError) return <ErrorState compact error={company.error} onRetry={() => void company.refetch()} />
  return <EditForm company={company.data} onClose={onClose} />
}

function EditForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const [draft, setDraft] = useState<Draft>({ ...company, subdomain: company.subdomain ?? '' })
  const [isForensicUnlocked, setForensicUnlocked] = useState(company.unlocks.isForensicUnlocked)
  // Of what companies can have unlocked, this alone works, and only where the provider has a forensic page.
  const isForensicOffered = Boolean(useAppConfig()?.forensicUrl)
  const rename = useOperation(updateCompany, { inlineErrors: true })
  const provision = useOperation(provisionCompany, { inlineErrors: true, invalidates: AFTER_CHANGE })
  const error = rename.error ?? provision.error
  const params = { id: company.id }
  const save = async () => {
    if (draft.name.trim() !== company.name) await rename.mutateAsync({ params, body: { name: draft.name.trim() } })
    await provision.mutateAsync({
      params,
      body: { theme: draft.theme, subdomain: draft.subdomain || null, unlocks: { isForensicUnlocked } },
    })
    showToast({ type: 'success', message: t('saved') })
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What fails is shown in the form.
    if (isValid(draft)) save().catch(() => undefined)
  }
  return (
    <div className={form['form']}>
      <form className={form['form']} onSubmit={submit} noValidate>
        <Fields draft={draft} onChange={setDraft} />
        {isForensicOffered && (
          <fieldset className={css['features']}>
            <legend>{t('features')}</legend>
            <Switch
              label={t('unlocks.isForensicUnlocked')}
              checked={isForensicUnlocked}
              onChange={(event) => setForensicUnlocked(event.currentTarget.checked)}
            />
          </fieldset>
        )}
        <FormError error={error} />
        <FormActions start={company.kind === 'customer' && <Suspension company={company} onDone={onClose} />}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            loading={rename.isPending || provision.isPending}
            disabled={!isValid(draft)}
          >
            {t('common:save')}
          </Button>
        </FormActions>
      </form>
      <InviteAdmin company={company} />
    </div>
  )
}

function Suspension({ company, onDone }: { company: Company; onDone: () => void }) {
  const { t } = useTranslation('companies')
  const [asked, setAsked] = useState(false)
  const change = useOperation(suspendCompany, {
    invalidates: AFTER_CHANGE,
    onSuccess: ({ suspended }) => {
      showToast({ type: 'success', message: t(suspended ? 'suspend.done' : 'suspend.reopened') })
      onDone()
    },
  })
  const set = (suspended: boolean) => change.mutateAsync({ params: { id: company.id }, body: { suspended } })
  if (company.suspended)
    return (
      <Button look="subtle" loading={change.isPending} onClick={() => void set(false).catch(() => undefined)}>
        {t('suspend.reopen')}
      </Button>
    )
  return (
    <>
      <Button look="subtle" onClick={() => setAsked(true)}>
        {t('suspend.button')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('suspend.title', { name: company.name })}
        confirm={t('suspend.button')}
        danger
        onConfirm={() => set(true)}
        onClose={() => setAsked(false)}
      >
        {t('suspend.body')}
      </ConfirmDialog>
    </>
  )
}
