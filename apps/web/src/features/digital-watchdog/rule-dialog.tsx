import { type DwOrganization, listDwServers } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import css from './digital-watchdog.module.css'
import { Failed } from './failed.tsx'
import { RULE_CONTENT, ruleAddress } from './rule-template.ts'

interface RuleDialogProps {
  /** Undefined while the dialog is closed. */
  company: DwOrganization | undefined
  /** The secret, if the company was just added. It is not known later. */
  secret: string | undefined
  onClose: () => void
}

/** What is entered in the rule of the system. */
export function RuleDialog({ company, secret, onClose }: RuleDialogProps) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const servers = useOperationQuery(listDwServers, {}, { quiet: true, enabled: company !== undefined })
  const systems = new Map((servers.data ?? []).map(({ systemId, systemName }) => [systemId, systemName || systemId]))
  const addresses = systems.size === 0 ? [[undefined, ''] as const] : [...systems]
  return (
    <Dialog opened={company !== undefined} onClose={onClose} title={t('rule.title')} locked={secret !== undefined}>
      {company && (
        <div className={css['stack']}>
          <ol className={css['steps']}>
            <li>{t('rule.action')}</li>
            <li>{t('rule.method')}</li>
            <li>{t('rule.values')}</li>
          </ol>
          {secret === undefined ? (
            <p className={css['muted']}>{t('rule.secretHidden')}</p>
          ) : (
            <p className={css['warning']}>{t('rule.secretOnce')}</p>
          )}
          <Failed title={t('err.servers')} error={servers.error} onRetry={() => void servers.refetch()} />
          {addresses.map(([systemId, name]) => (
            <Value
              key={systemId ?? ''}
              label={name === '' ? t('rule.url') : `${t('rule.url')} · ${name}`}
              value={ruleAddress(company.pushUrl, secret, systemId)}
            />
          ))}
          <Value label={t('rule.content')} value={RULE_CONTENT} />
          <FormActions>
            <Button look="primary" onClick={onClose}>
              {t('rule.done')}
            </Button>
          </FormActions>
        </div>
      )}
    </Dialog>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className={css['close']}>
      <div className={css['nameLine']}>
        <span className={css['name']}>{label}</span>
        <CopyButton value={value} />
      </div>
      <code className={css['copied']} aria-label={label}>
        {value}
      </code>
    </div>
  )
}
