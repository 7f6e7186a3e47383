import { SegmentedControl, Select } from '@mantine/core'
import { activateCameras, type CameraSelection, deactivateCameras } from '@winnow/contract'
import type { OfferedProduct } from '@winnow/domain'
import { useTranslation } from 'react-i18next'
import css from '../../../../ui/form.module.css'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { useProductName } from '../../../../ui/use-product-name.ts'
import { useOpenProducts } from '../../state/use-products.ts'
import { selectionBody } from './selection-body.ts'
import { useBulk } from './use-bulk.ts'

interface ProductFormProps {
  selection: CameraSelection
  cameras: string
  onStarted: () => void
}

interface Draft {
  product: OfferedProduct
  to: 'on' | 'off'
}

/** Asks which product is switched on or off for the selected cameras. */
export function ProductForm({ selection, cameras, onStarted }: ProductFormProps) {
  const { t } = useTranslation(['products', 'clients'])
  const productName = useProductName()
  const open = useOpenProducts()
  const activate = useBulk(activateCameras, { inlineErrors: true })
  const deactivate = useBulk(deactivateCameras, { inlineErrors: true })
  const form = useSchemaForm<Draft, typeof activateCameras>({
    initial: { product: 'detect', to: 'on' },
    operation: activateCameras,
    toBody: ({ product }) => ({ ...selectionBody(selection), productId: product }),
    names: { productId: 'product' },
    isGuarded: false,
    async submit(body, { to }) {
      await (to === 'on' ? activate : deactivate).mutateAsync({ body })
      onStarted()
    },
  })
  const { product, to } = form.values
  return (
    <Form form={form}>
      <p className={css['note']}>{t('clients:bulk.body', { cameras })}</p>
      <Select
        label={t('product')}
        data-autofocus
        allowDeselect={false}
        data={open.map((each) => ({ value: each, label: productName(each) }))}
        {...form.field('product')}
        onChange={(value) => form.set('product', open.find((each) => each === value) ?? 'detect')}
      />
      <p className={css['note']}>{t(`about.${product}`)}</p>
      <SegmentedControl
        aria-label={t('to')}
        data={[
          { value: 'on', label: t('on') },
          { value: 'off', label: t('off') },
        ]}
        value={to}
        onChange={(value) => form.set('to', value === 'off' ? 'off' : 'on')}
      />
      {to === 'off' && <p className={css['note']}>{t('none')}</p>}
      <FormEnd form={form} submit={t('clients:bulk.start')} />
    </Form>
  )
}
