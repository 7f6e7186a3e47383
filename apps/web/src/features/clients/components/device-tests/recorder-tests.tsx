import { testNvrHttp, testNvrTcp } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { type AddressDraft, AddressFields, portOf } from './address-fields.tsx'
import { httpBodyOf, httpDraft, type HttpDraft, HttpFields, usePathRule } from './http-fields.tsx'
import { TestResult } from './test-result.tsx'

/** Asks a recorder or camera for a page over HTTP. */
export function RecorderHttpTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const pathRule = usePathRule()
  const test = useOperation(testNvrHttp, { inlineErrors: true })
  const form = useSchemaForm<HttpDraft, typeof testNvrHttp>({
    initial: httpDraft('/'),
    operation: testNvrHttp,
    isGuarded: false,
    toBody: (draft) => httpBodyOf(siteId, draft),
    rules: pathRule,
    submit: (body) => test.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <HttpFields form={form} />
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
