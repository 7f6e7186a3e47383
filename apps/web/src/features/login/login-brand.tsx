import { useStore } from '../../lib/create-store.ts'
import { brandStore } from '../../theme/brands.ts'
import { Logo } from '../../theme/logo.tsx'
import css from './login.module.css'

/** Whose console this is: the product's mark and what it is. */
export function LoginBrand({ tagline }: { tagline: string }) {
  const brand = useStore(brandStore)
  return (
    <div className={css['brand']}>
      <Logo brand={brand} size={36} />
      <p className={css['tagline']}>{tagline}</p>
    </div>
  )
}
