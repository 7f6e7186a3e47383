import { Switch } from '@mantine/core'
import { getViewIntake, type Site, setSiteSmtp } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { refreshNode } from '../../state/tree-queries.ts'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { CopyValue } from '../copy-value.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

/** Whether the site's cameras must log in to send mail, and with which user name. */
export function MailLogin({ site, disabled }: { site: Site; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common'])
  const queries = useQueryClient()
  const [password, setPassword] = useState<string | null>(null)
  const [asking, setAsking] = useState<'require' | 'renew'>()
  const change = useOperation(setSiteSmtp, {
    onSuccess: async (reply) => {
      setPassword(reply.password)
      await Promise.all([
        refreshNode(queries, { projectId: site.projectId, siteId: site.id, viewId: null }),
        queries.invalidateQueries({ queryKey: operationKey(getViewIntake) }),
      ])
    },
  })
  const set = (required: boolean, newPassword: boolean) =>
    change.mutateAsync({ params: { id: site.id }, body: { required, newPassword } })
  const { required, user } = site.smtp
  const toggle = (on: boolean) => {
    // Mail from cameras without the password will be refused, so the user must confirm.
    if (on && site.viewCount > 0) setAsking('require')
    else void set(on, on && user === null).catch(() => undefined)
  }
  return (
    <Section title={t('mail.title')} hint={t('mail.intro')}>
      <Switch
        label={t('mail.required')}
        description={t(required ? 'mail.requiredHint' : 'mail.optionalHint')}
        checked={required}
        disabled={disabled || change.isPending}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {user && (
        <dl className={css['values']}>
          <CopyValue label={t('mail.user')} value={user} />
          <div className={css['value']}>
            <dt>{t('mail.password')}</dt>
            <dd>
              <span className={css['faint']}>{t('mail.passwordHidden')}</span>
              {!disabled && (
                <Button size="compact-xs" onClick={() => setAsking('renew')}>
                  {t('mail.newPassword')}
                </Button>
              )}
            </dd>
          </div>
        </dl>
      )}
      {!user && !disabled && (
        <div>
          <Button loading={change.isPending} onClick={() => void set(required, true).catch(() => undefined)}>
            {t('mail.make')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title={t(asking === 'renew' ? 'mail.renewTitle' : 'mail.requireTitle')}
        confirm={t(asking === 'renew' ? 'mail.newPassword' : 'mail.require')}
        onConfirm={() => (asking === 'renew' ? set(required, true) : set(true, user === null))}
        onClose={() => setAsking(undefined)}
      >
        {t(asking === 'renew' ? 'mail.renewBody' : 'mail.requireBody')}
      </ConfirmDialog>
      <SecretDialog
        title={t('mail.passwordTitle')}
        label={t('mail.password')}
        secret={password}
        onClose={() => setPassword(null)}
      >
        {t('mail.passwordBody')}
      </SecretDialog>
    </Section>
  )
}
