import { Select, Switch } from '@mantine/core'
import { getSitePanel, type Panel, PANEL_ENCRYPTIONS, setSitePanel, type SitePanel } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { SaveBar } from '../panes/save-bar.tsx'
import { Section } from '../panes/section.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

interface Values {
  account: string
  encryption: Panel['encryption']
  arms: boolean
  area: number | string
}

const asValues = (panel: Panel | null): Values => ({
  account: panel?.account ?? '',
  encryption: panel?.encryption ?? 'aes128',
  arms: panel?.arms ?? false,
  area: panel?.area ?? '',
})

interface PanelFormProps {
  siteId: string
  panel: Panel | null
  server: NonNullable<SitePanel['server']>
}

/** The form of a panel's settings. `onKey` gets the key that was made, or null if none was. */
function usePanelForm(
  { siteId, panel }: Pick<PanelFormProps, 'siteId' | 'panel'>,
  onKey: (key: string | null) => void,
) {
  const { t } = useTranslation('clients')
  const change = useOperation(setSitePanel, {
    inlineErrors: true,
    invalidates: [getSitePanel],
    onSuccess: (reply) => onKey(reply.key),
  })
  return useSchemaForm<Values, typeof setSitePanel>({
    initial: asValues(panel),
    operation: setSitePanel,
    toBody: ({ account, area, ...rest }) => ({
      ...rest,
      account: account.trim(),
      newKey: false,
      area: rest.arms && area !== '' ? Number(area) : null,
    }),
    rules: ({ account }) => (/^[0-9A-Fa-f]{3,16}$/.test(account.trim()) ? {} : { account: t('panel.accountWrong') }),
    submit: async (body) => {
      await change.mutateAsync({ params: { id: siteId }, body })
      showToast({ type: 'success', message: t('panel.saved') })
    },
  })
}

/** Sets the account and the encryption of a panel, and whether it arms the site. A key that is made is shown once. */
export function PanelForm({ siteId, panel, server }: PanelFormProps) {
  const { t } = useTranslation('clients')
  const [key, setKey] = useState<string | null>(null)
  const form = usePanelForm({ siteId, panel }, setKey)
  const { encryption, arms } = form.values
  const plainHint = server.takesPlain ? t('panel.plainHint') : t('panel.plainRefused')
  return (
    <Section title={t('panel.settings')}>
      <Form form={form}>
        <TextField
          label={t('panel.account')}
          description={t('panel.accountHint')}
          maxLength={16}
          autoComplete="off"
          spellCheck={false}
          {...form.field('account')}
        />
        <Select
          label={t('panel.encryption')}
          description={encryption === 'none' ? plainHint : t('panel.encryptionHint')}
          data={PANEL_ENCRYPTIONS.map((value) => ({ value, label: t(`panel.encryptions.${value}`) }))}
          allowDeselect={false}
          {...form.field('encryption')}
          onChange={(value) => form.set('encryption', PANEL_ENCRYPTIONS.find((each) => each === value) ?? 'aes128')}
        />
        <Switch label={t('panel.arms')} description={t('panel.armsHint')} {...form.tick('arms')} />
        {arms && (
          <NumberField
            label={t('panel.area')}
            description={t('panel.areaHint')}
            min={1}
            max={99}
            {...form.field('area')}
          />
        )}
        <FormError error={form.error} />
        <SaveBar form={form} />
      </Form>
      <SecretDialog title={t('panel.keyTitle')} label={t('panel.key')} secret={key} onClose={() => setKey(null)}>
        {t('panel.keyBody')}
      </SecretDialog>
    </Section>
  )
}
