import { getViewIntake, renewFtpPassword, type ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { CopyValue } from '../copy-value.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

interface FtpLoginProps {
  viewId: string
  ftp: ReplyOf<typeof getViewIntake>['ftp']
  disabled: boolean
}

/** With what a device uploads pictures of this camera by FTP: the server, the user name and a password that is shown once. */
export function FtpLogin({ viewId, ftp, disabled }: FtpLoginProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [password, setPassword] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const renew = useOperation(renewFtpPassword, {
    invalidates: [getViewIntake],
    onSuccess: (reply) => setPassword(reply.password),
  })
  const make = () => renew.mutateAsync({ params: { id: viewId } })
  if (!ftp)
    return (
      <Section title={t('ftp.title')}>
        <p className={css['hint']}>{t('ftp.off')}</p>
      </Section>
    )
  return (
    <Section title={t('ftp.title')} hint={t('ftp.hint')}>
      <dl className={css['values']}>
        <Server ftp={ftp} />
        <CopyValue label={t('ftp.user')} value={ftp.user} />
        <div className={css['value']}>
          <dt>{t('ftp.password')}</dt>
          <dd>
            <span className={css['faint']}>{t(ftp.hasPassword ? 'ftp.passwordHidden' : 'ftp.noPassword')}</span>
            {!disabled && (
              <Button
                size="compact-xs"
                loading={renew.isPending}
                onClick={() => (ftp.hasPassword ? setAsking(true) : void make().catch(() => undefined))}
              >
                {t(ftp.hasPassword ? 'ftp.renew' : 'ftp.make')}
              </Button>
            )}
          </dd>
        </div>
      </dl>
      <p className={css['hint']}>{t('ftp.recorder')}</p>
      <ConfirmDialog
        opened={asking}
        title={t('ftp.renewTitle')}
        confirm={t('ftp.renew')}
        danger
        onConfirm={make}
        onClose={() => setAsking(false)}
      >
        {t('ftp.renewBody')}
      </ConfirmDialog>
      <SecretDialog
        title={t('ftp.passwordTitle')}
        label={t('ftp.password')}
        secret={password}
        onClose={() => setPassword(null)}
      >
        {t('ftp.passwordBody')}
      </SecretDialog>
    </Section>
  )
}

/** The server's address, its ports, and whether it encrypts. */
function Server({ ftp }: { ftp: NonNullable<FtpLoginProps['ftp']> }) {
  const { t } = useTranslation('clients')
  const encryption = ftp.requiresTls ? 'ftp.tlsNeeded' : ftp.offersTls ? 'ftp.tlsOffered' : 'ftp.tlsNone'
  return (
    <>
      <CopyValue label={t('ftp.server')} value={ftp.host} />
      <CopyValue label={t('ftp.port')} value={String(ftp.port)} />
      {ftp.tlsPort !== null && <CopyValue label={t('ftp.tlsPort')} value={String(ftp.tlsPort)} />}
      <CopyValue label={t('ftp.encryption')} value={t(encryption)} copyable={false} />
    </>
  )
}
