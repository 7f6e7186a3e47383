import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { brandOf, brandStore } from '../../theme/brands.ts'
import { Logo } from '../../theme/logo.tsx'
import { type CompanyBrand, companyBrandQuery } from './company-brand.ts'
import css from './login.module.css'
import { subdomainOf } from './subdomain.ts'

/** The brand of the login page: the company of the host name, or the product. */
export function LoginBrand() {
  const subdomain = subdomainOf(location.hostname)
  return subdomain === undefined ? <ProductBrand /> : <SubdomainBrand subdomain={subdomain} />
}

function SubdomainBrand({ subdomain }: { subdomain: string }) {
  const { data, isPending } = useQuery(companyBrandQuery(subdomain))
  useEffect(() => {
    if (data) brandStore.set(brandOf(data.theme))
  }, [data])
  // While loading, the space is empty, so that no name is shown that another one then replaces.
  if (isPending) return <div className={css['brand']} aria-busy="true" />
  return data ? <OwnBrand company={data} /> : <ProductBrand />
}

function OwnBrand({ company: { name, logo } }: { company: CompanyBrand }) {
  return (
    <div className={css['brand']}>
      {logo !== null && <img className={css['logo']} src={logo} alt="" />}
      <p className={css['company']}>{name}</p>
    </div>
  )
}

function ProductBrand() {
  const { t } = useTranslation('login')
  const brand = useStore(brandStore)
  return (
    <div className={css['brand']}>
      <Logo brand={brand} size={36} />
      <p className={css['tagline']}>{t('tagline')}</p>
    </div>
  )
}
