import { Switch } from '@mantine/core'
import { updateView, type View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { basedOn } from '../../model/based-on.ts'
import { OFFERED_TYPES } from '../../model/integration-names.ts'
import { asViewDraft, MERGE_MAX, toViewBody, type ViewDraft } from '../../model/view-draft.ts'
import { useSaveView } from '../../state/use-save-node.ts'
import { ConflictNotice } from '../panes/conflict-notice.tsx'
import { ExternalKey } from '../panes/external-key.tsx'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { SaveBar } from '../panes/save-bar.tsx'
import { SensitivityField } from './sensitivity-field.tsx'
import { TypeField } from './type-field.tsx'
import { useViewTexts } from './use-view-texts.ts'
import { WantedField } from './wanted-field.tsx'

/** Settings of a camera. */
export function ViewForm({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common'])
  const save = useSaveView()
  const texts = useViewTexts()
  const form = useSchemaForm<ViewDraft, typeof updateView>({
    initial: asViewDraft(view),
    operation: updateView,
    toBody: (_draft, changes) => {
      const body = toViewBody(changes)
      return { ...body, basedOn: basedOn(view, body) }
    },
    showsConflicts: true,
    rules: ({ mergeWindowSeconds }) => ({
      mergeWindowSeconds: mergeWindowSeconds === null ? t('common:validation.fieldRequired') : undefined,
    }),
    submit: (body) => save.mutateAsync({ params: { id: view.id }, body }),
  })
  return (
    <Form form={form} className={css['form']}>
      <NameField form={form} label={t('camera.name')} disabled={disabled} />
      <Switch
        label={t('camera.active')}
        description={t('camera.activeHint')}
        {...form.tick('active')}
        disabled={disabled}
      />
      {form.values.integration !== null && (
        <TypeField
          value={form.values.integration}
          types={OFFERED_TYPES}
          onChange={(type) => form.set('integration', type)}
          disabled={disabled}
        />
      )}
      <WantedField
        value={form.values.wantedClasses}
        onChange={(wantedClasses) => form.set('wantedClasses', wantedClasses)}
        disabled={disabled}
      />
      <SensitivityField
        value={form.values.sensitivity}
        onChange={(sensitivity) => form.set('sensitivity', sensitivity)}
        disabled={disabled}
      />
      <DeviceFields form={form} masks={view.mask.length} disabled={disabled} />
      <ExternalKey of={view} />
      <FormError error={form.error} />
      <SaveBar form={form}>
        <ConflictNotice form={form} node={{ kind: 'view', id: view.id }} texts={texts} />
      </SaveBar>
    </Form>
  )
}

interface FieldsProps {
  form: SchemaForm<ViewDraft>
  disabled: boolean
}

function DeviceFields({ form, masks, disabled }: FieldsProps & { masks: number }) {
  const { t } = useTranslation('clients')
  return (
    <>
      <Switch
        label={t('camera.thermal')}
        description={t('camera.thermalHint')}
        {...form.tick('thermal')}
        disabled={disabled}
      />
      <Switch
        label={t('camera.ptz')}
        description={masks > 0 ? t('camera.ptzMasks', { count: masks }) : t('camera.ptzHint')}
        {...form.tick('ptz')}
        disabled={disabled}
      />
      <NumberField
        label={t('camera.merge')}
        description={t('camera.mergeHint')}
        suffix=" s"
        min={0}
        max={MERGE_MAX}
        allowDecimal={false}
        {...form.field('mergeWindowSeconds')}
        value={form.values.mergeWindowSeconds ?? ''}
        disabled={disabled}
        onChange={(next) => form.set('mergeWindowSeconds', typeof next === 'number' ? next : null)}
      />
      <div className={css['pair']}>
        <TextField
          label={t('camera.channel')}
          description={t('camera.channelHint')}
          {...form.field('channel')}
          maxLength={40}
          disabled={disabled}
        />
        <TextField
          label={t('camera.model')}
          description={t('camera.modelHint')}
          {...form.field('deviceModel')}
          maxLength={100}
          disabled={disabled}
        />
      </div>
    </>
  )
}
