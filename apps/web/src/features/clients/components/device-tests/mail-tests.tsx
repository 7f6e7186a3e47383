import { NativeSelect } from '@mantine/core'
import { testSmtp, testSmtpConfig } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { type AddressDraft, AddressFields, type LoginDraft, LoginFields, loginOf, portOf } from './address-fields.tsx'
import { TestResult } from './test-result.tsx'

interface MailboxDraft extends AddressDraft {
  mailbox: string
  emailDomain: string
}

/** Asks whether a station's mail server takes mail for a mailbox. */
export function MailboxTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const test = useOperation(testSmtp, { inlineErrors: true })
  const form = useSchemaForm<MailboxDraft, typeof testSmtp>({
    initial: { mailbox: '', emailDomain: '', host: '', port: 25 },
    operation: testSmtp,
    isGuarded: false,
    toBody: (draft) => ({
      siteId,
      mailbox: draft.mailbox,
      host: draft.host,
      port: portOf(draft),
      ...(draft.emailDomain.trim() === '' ? {} : { emailDomain: draft.emailDomain }),
    }),
    submit: (body) => test.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <TextField label={t('field.mailbox')} description={t('field.mailboxHint')} {...form.field('mailbox')} required />
      <AddressFields form={form} label={t('field.mailServer')} />
      <TextField
        label={t('field.emailDomain')}
        description={t('field.emailDomainHint')}
        {...form.field('emailDomain')}
        spellCheck={false}
      />
      <TestResult reply={test.data} success={t('works.mailbox')} />
      <FormEnd form={form} submit={t('run')} closes />
    </Form>
  )
}

const SECURITIES = ['starttls', 'tls', 'none'] as const
type Security = (typeof SECURITIES)[number]

interface MailSettingsDraft extends AddressDraft, LoginDraft {
  security: Security
}

/** Connects to a mail server and logs in. */
export function MailSettingsTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const test = useOperation(testSmtpConfig, { inlineErrors: true })
  const form = useSchemaForm<MailSettingsDraft, typeof testSmtpConfig>({
    initial: { host: '', port: 587, security: 'starttls', username: '', password: '' },
    operation: testSmtpConfig,
    isGuarded: false,
    toBody: (draft) => ({
      siteId,
      host: draft.host,
      port: portOf(draft),
      security: draft.security,
      ...loginOf(draft),
    }),
    submit: (body) => test.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <AddressFields form={form} label={t('field.mailServer')} />
      <NativeSelect
        size="xs"
        label={t('field.security')}
        data={SECURITIES.map((each) => ({ value: each, label: t(`security.${each}`) }))}
        {...form.field('security')}
      />
      <LoginFields form={form} />
      <TestResult reply={test.data} success={t('works.mailSettings')} />
      <FormEnd form={form} submit={t('run')} closes />
    </Form>
  )
}
