import { Switch, Textarea } from '@mantine/core'
import { type DetailedSite, IDLE_HOURS, updateSite } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useEmailProblem } from '../../../../lib/validation/use-email-problem.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { basedOn } from '../../model/based-on.ts'
import { asSiteDraft, type SiteDraft, storedSite, toSiteBody } from '../../model/site-draft.ts'
import { useSaveSite } from '../../state/use-save-node.ts'
import { ConflictNotice } from '../panes/conflict-notice.tsx'
import { ExternalKey } from '../panes/external-key.tsx'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { SaveBar } from '../panes/save-bar.tsx'
import { Section } from '../panes/section.tsx'
import { TimezoneField } from '../panes/timezone-field.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useSiteTexts } from './use-site-texts.tsx'
import { ZoneHint } from './zone-hint.tsx'

/** Settings of a site, and what operators need to know about it. */
export function SiteForm({ site, disabled }: { site: DetailedSite; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const save = useSaveSite()
  const emailProblem = useEmailProblem()
  const texts = useSiteTexts(site)
  const form = useSchemaForm<SiteDraft, typeof updateSite>({
    initial: asSiteDraft(site),
    operation: updateSite,
    toBody: (_draft, changes) => {
      const body = toSiteBody(changes)
      return { ...body, basedOn: basedOn(storedSite(site), body) }
    },
    rules: ({ contacts }) =>
      Object.fromEntries(contacts.map(({ email }, at) => [`contacts.${at}.email`, emailProblem(email)])),
    showsConflicts: true,
    submit: (body) => save.mutateAsync({ params: { id: site.id }, body }),
  })
  return (
    <Form form={form} className={css['form']}>
      <NameField form={form} label={t('site.name')} disabled={disabled} />
      <TextField label={t('site.address')} {...form.field('address')} autoComplete="off" disabled={disabled} />
      <div>
        <TimezoneField
          value={form.values.timezone}
          onChange={(timezone) => form.set('timezone', timezone)}
          disabled={disabled}
        />
        <ZoneHint site={site} />
      </div>
      <IdleField form={form} ofCompany={site.companyIdleHours} disabled={disabled} />
      <Switch
        label={t('site.active')}
        description={t('site.activeHint')}
        {...form.tick('active')}
        disabled={disabled}
      />
      <Section title={t('site.operators')} hint={t('site.operatorsHint')}>
        <Textarea
          label={t('site.notes')}
          placeholder={disabled ? '' : t('site.notesPlaceholder')}
          {...form.field('notes')}
          rows={5}
          resize="vertical"
          disabled={disabled}
        />
        <ContactFields form={form} disabled={disabled} />
      </Section>
      <ExternalKey of={site} />
      <FormError error={form.error} />
      <SaveBar form={form}>
        <ConflictNotice form={form} node={{ kind: 'site', id: site.id }} texts={texts} />
      </SaveBar>
    </Form>
  )
}

interface IdleFieldProps {
  form: SchemaForm<SiteDraft>
  /** The idle hours of the company. */
  ofCompany: number
  disabled: boolean
}

/** After how many hours without a message a camera of the site counts as silent. */
function IdleField({ form, ofCompany, disabled }: IdleFieldProps) {
  const { t } = useTranslation('clients')
  return (
    <NumberField
      label={t('site.idle')}
      description={t('site.idleHint', { n: ofCompany, ...IDLE_HOURS })}
      placeholder={String(ofCompany)}
      suffix=" h"
      {...IDLE_HOURS}
      allowDecimal={false}
      {...form.field('idleHours')}
      value={form.values.idleHours ?? ''}
      disabled={disabled}
      onChange={(next) => form.set('idleHours', typeof next === 'number' ? next : null)}
    />
  )
}
