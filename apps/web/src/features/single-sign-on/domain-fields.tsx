import type { SsoDomain } from '@winnow/contract'
import { IconCircleCheck, IconClock, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './single-sign-on.module.css'
import { type DomainDraft, isDomain, isTenantId, type SsoDraft, withDomain } from './sso-draft.ts'
import { TryButton } from './try-button.tsx'

interface DomainFieldsProps {
  companyId: string
  draft: SsoDraft
  /** As the server has them. */
  saved: readonly SsoDomain[]
  /** Shows what is missing also where nobody typed yet. */
  strict: boolean
  onChange: (draft: SsoDraft) => void
}

/** The e-mail domains of a company, each with its directory, where it stands, and a trial. */
export function DomainFields({ companyId, draft, saved, strict, onChange }: DomainFieldsProps) {
  const { t } = useTranslation('sso')
  const change = (key: number, changed: Partial<DomainDraft>) =>
    onChange({ ...draft, domains: draft.domains.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  const remove = (key: number) => onChange({ ...draft, domains: draft.domains.filter((row) => row.key !== key) })
  return (
    <fieldset className={css['domains']}>
      <legend>{t('settings.domains')}</legend>
      <p className={css['lead']}>{t('settings.domainsHint')}</p>
      {draft.domains.map((row) => (
        <div key={row.key} className={css['row']}>
          <TextField
            label={t('settings.domain')}
            placeholder="example.com"
            value={row.domain}
            onChange={(domain) => change(row.key, { domain })}
            validate={(text) => (isDomain(text) ? undefined : t('settings.invalid.domain'))}
            error={strict && !isDomain(row.domain) ? t('settings.invalid.domain') : undefined}
            spellCheck={false}
            autoCapitalize="none"
          />
          <TextField
            label={t('settings.tenantId')}
            value={row.tenantId}
            onChange={(tenantId) => change(row.key, { tenantId })}
            validate={(text) => (isTenantId(text) ? undefined : t('settings.invalid.tenantId'))}
            error={strict && !isTenantId(row.tenantId) ? t('settings.invalid.tenantId') : undefined}
            spellCheck={false}
            autoCapitalize="none"
          />
          <div className={css['remove']}>
            <IconButton
              label={t('settings.removeDomain', { domain: row.domain })}
              disabled={draft.domains.length === 1}
              onClick={() => remove(row.key)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </IconButton>
          </div>
          <DomainState companyId={companyId} row={row} saved={saved} />
        </div>
      ))}
      <div>
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => onChange(withDomain(draft))}>
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
