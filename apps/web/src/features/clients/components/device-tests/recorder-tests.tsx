import { Switch } from '@mantine/core'
import { testNvrHttp, testNvrTcp } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { type AddressDraft, AddressFields, type LoginDraft, LoginFields, loginOf, portOf } from './address-fields.tsx'
import { TestResult } from './test-result.tsx'

interface HttpDraft extends AddressDraft, LoginDraft {
  tls: boolean
  path: string
}

/** Asks a recorder or camera for a page over HTTP. */
export function RecorderHttpTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const test = useOperation(testNvrHttp, { inlineErrors: true })
  const form = useSchemaForm<HttpDraft, typeof testNvrHttp>({
    initial: { host: '', port: 80, tls: false, path: '/', username: '', password: '' },
    operation: testNvrHttp,
    isGuarded: false,
    toBody: (draft) => ({
      siteId,
      host: draft.host,
      port: portOf(draft),
      tls: draft.tls,
      path: draft.path,
      ...loginOf(draft),
    }),
    rules: ({ path }) => ({ path: path.startsWith('/') || path === '' ? undefined : t('pathRule') }),
    submit: (body) => test.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <AddressFields form={form} label={t('field.host')} />
      <Switch label={t('field.tls')} {...form.tick('tls')} />
      <TextField label={t('field.path')} {...form.field('path')} spellCheck={false} />
      <LoginFields form={form} />
      <TestResult reply={test.data} success={t('works.recorderHttp')} />
      <FormEnd form={form} submit={t('run')} closes />
    </Form>
  )
}

/** Opens a connection to a recorder or camera. */
export function RecorderTcpTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const test = useOperation(testNvrTcp, { inlineErrors: true })
  const form = useSchemaForm<AddressDraft, typeof testNvrTcp>({
    initial: { host: '', port: 8000 },
    operation: testNvrTcp,
    isGuarded: false,
    toBody: (draft) => ({ siteId, host: draft.host, port: portOf(draft) }),
    submit: (body) => test.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <AddressFields form={form} label={t('field.host')} />
      <TestResult reply={test.data} success={t('works.recorderTcp')} />
      <FormEnd form={form} submit={t('run')} closes />
    </Form>
  )
}
