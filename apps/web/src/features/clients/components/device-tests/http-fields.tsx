import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { type AddressDraft, AddressFields, type LoginDraft, LoginFields, loginOf, portOf } from './address-fields.tsx'

/** A page of a device over HTTP. */
export interface HttpDraft extends AddressDraft, LoginDraft {
  tls: boolean
  path: string
}

/** A draft with the usual port and without a login. */
export const httpDraft = (path: string): HttpDraft => ({
  host: '',
  port: 80,
  tls: false,
  path,
  username: '',
  password: '',
})

export const httpBodyOf = (siteId: string, draft: HttpDraft) => ({
  siteId,
  host: draft.host,
  port: portOf(draft),
  tls: draft.tls,
  path: draft.path,
  ...loginOf(draft),
})

/** The rule that the schema cannot say. */
export function usePathRule() {
  const { t } = useTranslation('deviceTests')
  return ({ path }: HttpDraft) => ({ path: path.startsWith('/') || path === '' ? undefined : t('pathRule') })
}

/** The address, the page and the login of a device. */
export function HttpFields({ form }: { form: SchemaForm<HttpDraft> }) {
  const { t } = useTranslation('deviceTests')
  return (
    <>
      <AddressFields form={form} label={t('field.host')} />
      <Switch label={t('field.tls')} {...form.tick('tls')} />
      <TextField label={t('field.path')} {...form.field('path')} spellCheck={false} />
      <LoginFields form={form} />
    </>
  )
}
