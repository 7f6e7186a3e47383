import { ColorInput, FileButton, Input, NumberInput, Select, Slider } from '@mantine/core'
import { type Company, deleteLogo, getCompany, getCurrentUser, updateCompany, uploadLogo } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { restoreSession, useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { FormError } from '../../ui/form-error.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { hexOf, rgbOf } from './mask-colour.ts'
import css from './settings.module.css'

const AFTER_CHANGE = [getCompany, getCurrentUser]

function useCompany() {
  const { companyId } = useUser()
  return useOperationQuery(getCompany, { params: { id: companyId } })
}

/** Saves settings and lets the rest of the console know: the menu shows the name, the pictures the masks. */
function useSave() {
  const { t } = useTranslation('settings')
  return useOperation(updateCompany, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: async () => {
      await restoreSession().catch(() => undefined)
      showToast({ type: 'success', message: t('company.saved') })
    },
  })
}

/** Name and logo of the company. */
export function AccountTab() {
  const company = useCompany()
  if (company.isPending) return <SkeletonRows rows={5} />
  if (company.isError) return <ErrorState error={company.error} onRetry={() => void company.refetch()} />
  return <AccountForm key={company.data.id} company={company.data} />
}

function AccountForm({ company }: { company: Company }) {
  const { t } = useTranslation(['settings', 'common'])
  const errorText = useErrorText()
  const [name, setName] = useState(company.name)
  const save = useSave()
  const valid = name.trim() !== '' && name.trim() !== company.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) save.mutate({ params: { id: company.id }, body: { name: name.trim() } })
  }
  return (
    <div className={css['column']}>
      <form className={css['choices']} onSubmit={submit} noValidate>
        <TextField
          label={t('company.name')}
          value={name}
          onChange={setName}
          required
          maxLength={100}
          error={save.error && errorText(save.error)}
        />
        <div>
          <Button type="submit" look="primary" loading={save.isPending} disabled={!valid}>
            {t('common:save')}
          </Button>
        </div>
      </form>
      <LogoField company={company} />
    </div>
  )
}

function LogoField({ company }: { company: Company }) {
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

/** What holds for all sites of the company unless they say otherwise. */
export function GlobalConfigTab() {
  const company = useCompany()
  if (company.isPending) return <SkeletonRows rows={5} />
  if (company.isError) return <ErrorState error={company.error} onRetry={() => void company.refetch()} />
  return <GlobalConfigForm key={company.data.id} company={company.data} />
}

function GlobalConfigForm({ company }: { company: Company }) {
  const { t } = useTranslation(['settings', 'common'])
  const [zone, setZone] = useState(company.defaultSiteTimezone)
  const [idle, setIdle] = useState(company.siteIdleHours)
  const [mask, setMask] = useState(company.maskConfig)
  const save = useSave()
  const limits = useAppConfig()?.siteIdleTimeoutConfig
  const bounds = limits && { min: limits.min, max: limits.max }
  const zones = [...new Set(['UTC', company.defaultSiteTimezone, ...Intl.supportedValuesOf('timeZone')])]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { defaultSiteTimezone: zone, siteIdleHours: idle, maskConfig: mask }
    save.mutate({ params: { id: company.id }, body })
  }
  return (
    <form className={css['column']} onSubmit={submit} noValidate>
      <Select
        label={t('company.timezone')}
        description={t('company.timezoneHint')}
        data={zones}
        value={zone}
        onChange={(value) => value && setZone(value)}
        searchable
        limit={200}
        allowDeselect={false}
      />
      <NumberInput
        label={t('company.idle')}
        description={bounds && t('company.idleHint', bounds)}
        {...bounds}
        value={idle}
        onChange={(value) => typeof value === 'number' && setIdle(value)}
        clampBehavior="blur"
        allowDecimal={false}
      />
      <ColorInput
        label={t('company.maskColour')}
        format="hex"
        withEyeDropper={false}
        value={hexOf(mask.maskColor)}
        onChange={(value) => setMask({ ...mask, maskColor: rgbOf(value) ?? mask.maskColor })}
      />
      <div>
        <Input.Label labelElement="div">{t('company.maskOpacity')}</Input.Label>
        <Slider
          thumbLabel={t('company.maskOpacity')}
          min={0}
          max={1}
          step={0.05}
          value={mask.maskOpacity}
          onChange={(maskOpacity) => setMask({ ...mask, maskOpacity })}
          label={(value) => `${Math.round(value * 100)} %`}
        />
      </div>
      <FormError error={save.error} />
      <div className={css['row']}>
        <Button type="submit" look="primary" loading={save.isPending}>
          {t('common:save')}
        </Button>
        <Button look="subtle" onClick={() => setMask(company.maskConfigDefault)}>
          {t('company.maskReset')}
        </Button>
      </div>
    </form>
  )
}
