import { Loader, Switch } from '@mantine/core'
import { type Product, PRODUCTS, type View } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../../lib/errors/error-handler.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { useProductName } from '../../../../ui/use-product-name.ts'
import { useOpenProducts, useSwitchProduct } from '../../state/use-products.ts'
import { Section } from '../panes/section.tsx'
import css from './products.module.css'

/**
 * The products of a camera. A switch applies at once, and shows that it is loading until it has. Products that the company does not have
 * are left out, unless one is still on: that one can be switched off.
 */
export function Products({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('products')
  const productName = useProductName()
  const open = useOpenProducts()
  const { busy, switchTo } = useSwitchProduct(view)
  const [last, setLast] = useState<Product>()
  const isOpen = (product: Product) => open.some((each) => each === product)
  const isOn = (product: Product) => view.products.includes(product)
  const shown = PRODUCTS.filter((product) => isOpen(product) || isOn(product))
  const change = (product: Product, on: boolean) => {
    if (!on && view.products.length === 1) setLast(product)
    else void apply(product, on)
  }
  const apply = (product: Product, on: boolean): Promise<void> => switchTo(product, on).catch(handleError)
  const noteOf = (product: Product) => {
    if (view.productsTaken.includes(product)) return t('taken')
    const offered = open.find((each) => each === product)
    return offered ? t(`about.${offered}`) : t('locked')
  }
  return (
    <Section title={t('title')}>
      {view.products.length === 0 && (
        <p role="status" className={css['none']}>
          {t('none')}
        </p>
      )}
      {shown.map((product) => (
        <Switch
          key={product}
          label={productName(product)}
          description={noteOf(product)}
          checked={busy?.product === product ? busy.isOn : isOn(product)}
          disabled={disabled}
          aria-busy={busy?.product === product}
          thumbIcon={busy?.product === product ? <Loader size={10} aria-label={t('loading')} /> : undefined}
          onChange={(event) => busy === undefined && change(product, event.currentTarget.checked)}
        />
      ))}
      <ConfirmDialog
        opened={last !== undefined}
        title={t('last.title')}
        confirm={t('last.confirm')}
        onConfirm={() => last && apply(last, false)}
        onClose={() => setLast(undefined)}
      >
        <p>{t('none')}</p>
      </ConfirmDialog>
    </Section>
  )
}
