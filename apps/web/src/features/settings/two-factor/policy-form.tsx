import { Radio } from '@mantine/core'
import {
  type CompanyTwoFactor,
  disableCompanyOtp,
  enableCompanyOtp,
  getCompanyOtp,
  getOwnTwoFactor,
  MAX_SKIPS,
  TWO_FACTOR_MODES,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import settings from '../settings.module.css'
import css from './two-factor-tab.module.css'

interface Policy {
  mode: CompanyTwoFactor['mode']
  /** A text, since it may be incomplete while the user types. */
  skips: number | string
}

const isSkips = (skips: number | string): skips is number =>
  typeof skips === 'number' && Number.isInteger(skips) && skips >= 0 && skips <= MAX_SKIPS

const callFor = ({ mode, skips }: Policy): Promise<CompanyTwoFactor> =>
  mode === 'off'
    ? callAcrossLogin(disableCompanyOtp, { query: {} })
    : callAcrossLogin(enableCompanyOtp, { query: { strict: mode === 'strict', ...(isSkips(skips) ? { skips } : {}) } })

/** Sets whether users need a second factor, and how often they may skip setting it up. */
export function PolicyForm({ saved }: { saved: CompanyTwoFactor }) {
  const { t } = useTranslation(['twoFactor', 'common'])
  const queries = useQueryClient()
  const own = useOperationQuery(getOwnTwoFactor, {}, { quiet: true })
  const [asking, setAsking] = useState(false)
  const { users, protectedUsers } = saved
  const form = useSchemaForm<Policy>({
    initial: { mode: saved.mode, skips: saved.skips },
    rules: ({ mode, skips }) => ({
      skips: mode !== 'optional' || isSkips(skips) ? undefined : t('common:validation.numMax', { n: MAX_SKIPS }),
    }),
    isDirty: ({ mode, skips }) => mode !== saved.mode || (mode === 'optional' && skips !== saved.skips),
    submit: async (_body, policy) => {
      const now = await callFor(policy)
      queries.setQueryData(operationKey(getCompanyOtp, { query: {} }), now)
      void queries.invalidateQueries({ queryKey: operationKey(getOwnTwoFactor) })
      showToast({ type: 'success', message: t('company.saved') })
    },
  })
  const { mode } = form.values
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <Form form={mode === 'strict' ? { ...form, onSubmit: ask } : form} className={css['section']}>
      <p className={settings['lead']}>{t('company.protected', { protectedUsers, users })}</p>
      <ModeFields form={form} />
      {mode === 'strict' && saved.mode !== 'strict' && own.data?.enabled === false && (
        <p className={settings['note']}>{t('company.ownFirst')}</p>
      )}
      <p className={settings['note']}>{t('company.sso')}</p>
      <FormError error={form.error} />
      <div className={css['buttons']}>
        <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isDirty || !form.isValid}>
          {t('common:save')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('company.strictTitle')}
        confirm={t('company.strictConfirm')}
        onConfirm={form.send}
        onClose={() => setAsking(false)}
      >
        {t('company.strictBody', { count: users - protectedUsers })}
      </ConfirmDialog>
    </Form>
  )
}

function ModeFields({ form }: { form: SchemaForm<Policy> }) {
  const { t } = useTranslation('twoFactor')
  const mode = form.field('mode')
  return (
    <>
      <Radio.Group
        label={t('company.mode')}
        {...mode}
        onChange={(value) => {
          form.clearError()
          mode.onChange(value)
        }}
      >
        <div className={css['modes']}>
          {TWO_FACTOR_MODES.map((each) => (
            <Radio key={each} value={each} label={t(`company.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      {form.values.mode === 'optional' && (
        <NumberField
          label={t('company.skips')}
          description={t('company.skipsHint')}
          {...form.field('skips')}
          min={0}
          max={MAX_SKIPS}
          allowDecimal={false}
          allowNegative={false}
        />
      )}
    </>
  )
}
