import type { SsoDomain } from '@winnow/contract'
import { IconCircleCheck, IconClock, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import css from './single-sign-on.module.css'
import { type DomainDraft, type SsoDraft, withDomain } from './sso-draft.ts'
import { TryButton } from './try-button.tsx'

interface DomainFieldsProps {
  companyId: string
  form: SchemaForm<SsoDraft>
  /** The domains as stored on the server. */
  saved: readonly SsoDomain[]
}

/** The e-mail domains of a company. Each row has the directory, the state of the confirmation, and a button to try the login. */
export function DomainFields({ companyId, form, saved }: DomainFieldsProps) {
  const { t } = useTranslation('sso')
  const { domains } = form.values
  return (
    <fieldset className={css['domains']}>
      <legend>{t('settings.domains')}</legend>
      <p className={css['lead']}>{t('settings.domainsHint')}</p>
      {domains.map((row, at) => (
        <div key={row.key} className={css['row']}>
          <TextField
            label={t('settings.domain')}
            placeholder="example.com"
            {...form.field(`domains.${at}.domain`)}
            spellCheck={false}
            autoCapitalize="none"
          />
          <TextField
            label={t('settings.tenantId')}
            {...form.field(`domains.${at}.tenantId`)}
            spellCheck={false}
            autoCapitalize="none"
          />
          <div className={css['remove']}>
            <IconButton
              label={t('settings.removeDomain', { domain: row.domain })}
              disabled={domains.length === 1}
              onClick={() =>
                form.set(
                  'domains',
                  domains.filter(({ key }) => key !== row.key),
                )
              }
            >
              <IconTrash size={16} aria-hidden="true" />
            </IconButton>
          </div>
          <DomainState companyId={companyId} row={row} saved={saved} />
        </div>
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => form.set('domains', withDomain(domains))}
        >
          {t('settings.addDomain')}
        </Button>
      </div>
    </fieldset>
  )
}

function DomainState({ companyId, row, saved }: Pick<DomainFieldsProps, 'companyId' | 'saved'> & { row: DomainDraft }) {
  const { t } = useTranslation('sso')
  const known = saved.find(
    ({ domain, tenantId }) =>
      domain === row.domain.trim().toLowerCase() && tenantId === row.tenantId.trim().toLowerCase(),
  )
  if (!known) return <div className={css['state']}>{t('settings.unsaved')}</div>
  return (
    <div className={css['state']} data-confirmed={known.confirmed}>
      {known.confirmed ? <IconCircleCheck size={16} aria-hidden="true" /> : <IconClock size={16} aria-hidden="true" />}
      {known.confirmed ? t('settings.confirmed') : t('settings.unconfirmed')}
      <TryButton companyId={companyId} domain={known.domain} />
    </div>
  )
}
