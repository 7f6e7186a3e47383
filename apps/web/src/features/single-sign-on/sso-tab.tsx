import { getSso } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ProviderDomains } from './provider-domains.tsx'
import css from './single-sign-on.module.css'
import { SsoForm } from './sso-form.tsx'
import { SsoPeople } from './sso-people.tsx'

/** The single sign-on settings of the company. */
export function SsoTab() {
  const { t } = useTranslation('sso')
  const { companyId } = useUser()
  const confirms = useMay('companies.manage')
  const sso = useOperationQuery(getSso, { params: { id: companyId } })
  if (sso.isPending) return <SkeletonRows rows={8} />
  // Keeps the form, and what is typed in it, also when a reload fails.
  if (sso.data === undefined) return <ErrorState error={sso.error} onRetry={() => void sso.refetch()} />
  return (
    <div className={css['tab']}>
      {confirms && <ProviderDomains />}
      <section className={css['section']} aria-labelledby="sso-steps">
        <p className={css['lead']}>{t('settings.lead')}</p>
        <h2 id="sso-steps" className={css['heading']}>
          {t('settings.steps.title')}
        </h2>
        <ol className={css['steps']}>
          <li>{t('settings.steps.register')}</li>
          <li>
            {t('settings.steps.redirect')}
            <div className={css['uri']}>
              <code>{sso.data.redirectUri}</code>
              <CopyButton value={sso.data.redirectUri} label={t('settings.copy')} iconOnly />
            </div>
          </li>
          <li>{t('settings.steps.secret')}</li>
          <li>{t('settings.steps.try')}</li>
        </ol>
        <SsoForm companyId={companyId} settings={sso.data} />
      </section>
      {sso.data.hasClientSecret && <SsoPeople companyId={companyId} />}
    </div>
  )
}
