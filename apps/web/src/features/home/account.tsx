import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import css from './home.module.css'
import type { Home } from './use-home.ts'

/** How many clients, sites and cameras the user sees. Leads to the tree for users who may open it. */
export function Account({ account }: { account: Home['account'] }) {
  const { t } = useTranslation('home')
  const { number } = useFormats()
  const opensTree = useMay('clients.see')
  const linked = (text: string): ReactNode => (opensTree ? <Link to="/cams/clients">{text}</Link> : text)
  return (
    <ul className={css['account']} aria-label={t('account.label')}>
      {(['projects', 'sites', 'views'] as const).map((kind) => (
        <li key={kind}>{linked(t(`account.${kind}`, { count: account[kind], n: number(account[kind]) }))}</li>
      ))}
    </ul>
  )
}
