import { addDwOrganization, deleteDwOrganization, type DwOrganization, listDwOrganizations } from '@winnow/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './digital-watchdog.module.css'
import { Failed } from './failed.tsx'
import { newSecret } from './new-secret.ts'
import { RuleDialog } from './rule-dialog.tsx'

/** The companies whose systems may send alarms. */
export function CompaniesSection() {
  const { t } = useTranslation('digitalWatchdog')
  const companies = useOperationQuery(listDwOrganizations, {}, { quiet: true, staleTime: 0 })
  const [adding, setAdding] = useState(false)
  const [rule, setRule] = useState<{ company: DwOrganization; secret?: string }>()
  const [deleting, setDeleting] = useState<DwOrganization>()
  const add = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('company.add')}
    </Button>
  )
  return (
    <section className={css['section']} aria-label={t('company.title')}>
      <h2>{t('company.title')}</h2>
      <p className={css['lead']}>{t('company.intro')}</p>
      <Failed title={t('err.company')} error={companies.error} onRetry={() => void companies.refetch()} />
      {companies.data?.length === 0 && (
        <EmptyState compact title={t('company.empty')} action={add}>
          {t('company.emptyBody')}
        </EmptyState>
      )}
      {companies.data && companies.data.length > 0 && (
        <>
          <div className={css['tools']}>{add}</div>
          <ul className={css['list']} aria-label={t('company.title')}>
            {companies.data.map((company) => (
              <CompanyItem
                key={company.id}
                company={company}
                onRule={() => setRule({ company })}
                onDelete={() => setDeleting(company)}
              />
            ))}
          </ul>
        </>
      )}
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t('company.add')}>
        {adding && (
          <AddForm
            onAdded={(company, secret) => {
              setAdding(false)
              setRule({ company, secret })
            }}
          />
        )}
      </Dialog>
      <RuleDialog company={rule?.company} secret={rule?.secret} onClose={() => setRule(undefined)} />
      <DeleteCompany company={deleting} onClose={() => setDeleting(undefined)} />
    </section>
  )
}

interface CompanyItemProps {
  company: DwOrganization
  onRule: () => void
  onDelete: () => void
}

/** A company: when its last event came, and the last camera that was not mapped. */
function CompanyItem({ company, onRule, onDelete }: CompanyItemProps) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  return (
    <li>
      <div className={css['facts']}>
        <p>{company.companyName}</p>
        <p className={css['muted']}>
          <span className={css['code']}>{company.companySecret}</span>
          {' · '}
          {company.lastEventAt === null ? (
            t('company.noEvent')
          ) : (
            <>
              {t('company.lastEvent')} <TimeText at={company.lastEventAt} />
            </>
          )}
        </p>
        {company.lastUnmapped && (
          <p className={css['warning']}>
            {t('company.unmapped', {
              camera: company.lastUnmapped.cameraName || company.lastUnmapped.cameraId || '–',
            })}{' '}
            <TimeText at={company.lastUnmapped.at} />
          </p>
        )}
      </div>
      <div className={css['actions']}>
        <Button onClick={onRule}>{t('rule.open')}</Button>
        <Button look="subtle" aria-label={`${t('common:delete')} ${company.companyName}`} onClick={onDelete}>
          {t('common:delete')}
        </Button>
      </div>
    </li>
  )
}

const SECRET = /^[\w-]{16,100}$/

function AddForm({ onAdded }: { onAdded: (company: DwOrganization, secret: string) => void }) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const text = useErrorText()
  const add = useOperation(addDwOrganization, { inlineErrors: true, invalidates: [listDwOrganizations] })
  const form = useSchemaForm<{ companyName: string; companySecret: string }, typeof addDwOrganization>({
    initial: { companyName: '', companySecret: '' },
    operation: addDwOrganization,
    // The words of the schema are English.
    rules: ({ companySecret }) =>
      companySecret.trim() === '' || SECRET.test(companySecret.trim())
        ? {}
        : { companySecret: t('company.secretHint') },
    submit: async (body) => onAdded(await add.mutateAsync({ body }), body.companySecret),
  })
  return (
    <Form form={form}>
      <TextField label={t('company.name')} {...form.field('companyName')} required maxLength={100} data-autofocus />
      <TextField
        label={t('company.secret')}
        description={t('company.secretHint')}
        {...form.field('companySecret')}
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Button onClick={() => form.set('companySecret', newSecret())}>{t('company.make')}</Button>
      </div>
      {!form.error && <Failed title={t('err.addCompany')} error={add.error} />}
      <FormEnd
        form={form}
        submit={t('common:create')}
        disabled={!form.isValid}
        errorText={form.error ? `${t('err.addCompany')}\n${text(form.error)}` : undefined}
      />
    </Form>
  )
}

function DeleteCompany({ company, onClose }: { company: DwOrganization | undefined; onClose: () => void }) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const remove = useOperation(deleteDwOrganization, { inlineErrors: true, invalidates: [listDwOrganizations] })
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={company !== undefined}
      danger
      title={t('company.delete', { name: company?.companyName ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (company) await remove.mutateAsync({ params: { id: company.id } })
      }}
      onClose={close}
    >
      <p>{t('company.deleteBody')}</p>
      <Failed title={t('err.deleteCompany')} error={remove.error} />
    </ConfirmDialog>
  )
}
