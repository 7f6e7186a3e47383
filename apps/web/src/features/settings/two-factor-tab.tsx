import { useUser } from '../../lib/session/session.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { CompanyTwoFactorSection } from './two-factor/company-two-factor.tsx'
import { OwnTwoFactorSection } from './two-factor/own-two-factor.tsx'
import css from './settings.module.css'

/** Two-factor authentication: the user's own settings and, for administrators, the company's policy. */
export function TwoFactorTab() {
  const mayAsk = useMay('company.write')
  const { impersonatedBy } = useUser()
  return (
    <div className={css['column']}>
      <OwnTwoFactorSection />
      {mayAsk && impersonatedBy === null && <CompanyTwoFactorSection />}
    </div>
  )
}
