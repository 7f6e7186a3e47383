import { FileButton } from '@mantine/core'
import { type Company, deleteLogo, uploadLogo } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './settings.module.css'
import { AFTER_CHANGE } from './use-save-company.ts'

/** The logo of the company. A chosen file is uploaded at once. */
export function LogoField({ company }: { company: Company }) {
  const { t } = useTranslation('settings')
  const params = { id: company.id }
  const upload = useOperation(uploadLogo, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: () => void showToast({ type: 'success', message: t('company.logoSaved') }),
  })
  const remove = useOperation(deleteLogo, { invalidates: AFTER_CHANGE })
  const send = (file: File | null) => {
    if (!file) return
    const form = new FormData()
    form.set('image', file)
    upload.mutate({ params, upload: form })
  }
  return (
    <section className={css['choices']} aria-label={t('company.logo')}>
      <h2 className={css['heading']}>{t('company.logo')}</h2>
      {company.logo ? (
        <img className={css['logo']} src={company.logo[512]} alt={t('company.logoOf', { name: company.name })} />
      ) : (
        <p className={css['note']}>{t('company.noLogo')}</p>
      )}
      <p className={css['note']}>{t('company.logoHint')}</p>
      <div className={css['row']}>
        <FileButton onChange={send} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button {...props} loading={upload.isPending}>
              {t('company.upload')}
            </Button>
          )}
        </FileButton>
        {company.logo && (
          <Button look="subtle" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
            {t('company.removeLogo')}
          </Button>
        )}
      </div>
      <FormError error={upload.error} />
    </section>
  )
}
