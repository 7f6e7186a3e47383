import { NumberInput, Radio } from '@mantine/core'
import {
  type CompanyTwoFactor,
  disableCompanyOtp,
  enableCompanyOtp,
  getCompanyOtp,
  getOwnTwoFactor,
  MOST_SKIPS,
  TWO_FACTOR_MODES,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import settings from '../settings.module.css'
import css from './two-factor-tab.module.css'

/** What the company asks of all its users. */
export function CompanyTwoFactorSection() {
  const { t } = useTranslation('twoFactor')
  const company = useOperationQuery(getCompanyOtp, { query: {} })
  return (
    <section className={css['section']} aria-labelledby="company-two-factor">
      <h2 id="company-two-factor" className={css['heading']}>
        {t('company.title')}
      </h2>
      {company.isPending ? (
        <SkeletonRows rows={4} />
      ) : company.isError ? (
        <ErrorState error={company.error} onRetry={() => void company.refetch()} compact />
      ) : (
        // Begun anew when what is saved changes, by whomever.
        <PolicyForm key={`${company.data.mode} ${company.data.skips}`} saved={company.data} />
      )}
    </section>
  )
}

const isMode = (value: string): value is CompanyTwoFactor['mode'] => TWO_FACTOR_MODES.some((mode) => mode === value)

function PolicyForm({ saved }: { saved: CompanyTwoFactor }) {
  const { t } = useTranslation(['twoFactor', 'common'])
  const errorText = useErrorText()
  const queries = useQueryClient()
  const own = useOperationQuery(getOwnTwoFactor, {}, { quiet: true })
  const [mode, setMode] = useState(saved.mode)
  const [skips, setSkips] = useState<number | string>(saved.skips)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { users, protectedUsers } = saved
  const isSkips = typeof skips === 'number' && Number.isInteger(skips) && skips >= 0 && skips <= MOST_SKIPS
  const changed = mode !== saved.mode || (mode === 'optional' && skips !== saved.skips)
  const valid = mode !== 'optional' || isSkips

  const save = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const now = await (mode === 'off'
        ? callAcrossLogin(disableCompanyOtp, { query: {} })
        : callAcrossLogin(enableCompanyOtp, {
            query: { strict: mode === 'strict', ...(isSkips ? { skips } : {}) },
          }))
      queries.setQueryData(operationKey(getCompanyOtp, { query: {} }), now)
      void queries.invalidateQueries({ queryKey: operationKey(getOwnTwoFactor) })
      showToast({ type: 'success', message: t('company.saved') })
    } catch (failure) {
      handleError(failure, { shown: 'inline' })
      setRefusal(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed || !valid || busy) return
    if (mode === 'strict') setAsking(true)
    else void save()
  }
  return (
    <form className={css['section']} onSubmit={submit} noValidate>
      <p className={settings['lead']}>{t('company.protected', { protectedUsers, users })}</p>
      <Radio.Group
        label={t('company.mode')}
        value={mode}
        onChange={(value) => {
          setRefusal(undefined)
          if (isMode(value)) setMode(value)
        }}
      >
        <div className={css['modes']}>
          {TWO_FACTOR_MODES.map((each) => (
            <Radio key={each} value={each} label={t(`company.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      {mode === 'optional' && (
        <NumberInput
          label={t('company.skips')}
          description={t('company.skipsHint')}
          value={skips}
          onChange={setSkips}
          min={0}
          max={MOST_SKIPS}
          allowDecimal={false}
          allowNegative={false}
          error={isSkips ? undefined : t('common:validation.numMax', { n: MOST_SKIPS })}
        />
      )}
      {mode === 'strict' && saved.mode !== 'strict' && own.data?.enabled === false && (
        <p className={settings['note']}>{t('company.ownFirst')}</p>
      )}
      <p className={settings['note']}>{t('company.sso')}</p>
      <p role="alert" className={css['warning']}>
        {refusal}
      </p>
      <div className={css['buttons']}>
        <Button type="submit" look="primary" loading={busy} disabled={!changed || !valid}>
          {t('common:save')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('company.strictTitle')}
        confirm={t('company.strictConfirm')}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        {t('company.strictBody', { count: users - protectedUsers })}
      </ConfirmDialog>
    </form>
  )
}
