import { PasswordInput, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { MakerField } from '../camera/maker-field.tsx'
import { AddressFields } from '../device-tests/address-fields.tsx'
import paneCss from '../panes/pane.module.css'
import type { RecorderDraft } from './use-recorder-look.ts'

/** Where a recorder is, and who logs in. */
export function RecorderLogin({ form }: { form: SchemaForm<RecorderDraft> }) {
  const { t } = useTranslation(['clients', 'common', 'deviceTests'])
  const { element } = form
  // The dialog sets the focus when it opens, but not when the fields come back from the list of channels.
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [element])
  return (
    <>
      <p className={paneCss['hint']}>{t('recorder.hint')}</p>
      <MakerField form={form} />
      <AddressFields form={form} label={t('deviceTests:field.host')} isFirst />
      <Switch label={t('deviceTests:field.tls')} {...form.tick('tls')} />
      <TextField
        label={t('deviceTests:field.username')}
        {...form.field('username')}
        value={form.values.username}
        required
        autoComplete="off"
      />
      <PasswordInput
        size="xs"
        label={t('deviceTests:field.password')}
        description={t('recorder.passwordHint')}
        {...form.field('password')}
        value={form.values.password}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
      />
    </>
  )
}
