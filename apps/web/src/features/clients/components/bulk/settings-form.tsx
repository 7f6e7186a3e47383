import { Checkbox } from '@mantine/core'
import { type CameraSelection, setViewsSettings } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import css from '../../../../ui/form.module.css'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import type { Sensitivity, Wanted } from '../../model/view-draft.ts'
import { SensitivityField } from '../camera/sensitivity-field.tsx'
import { WantedField } from '../camera/wanted-field.tsx'
import { selectionBody } from './selection-body.ts'
import { useBulk } from './use-bulk.ts'

interface SettingsFormProps {
  selection: CameraSelection
  cameras: string
  onStarted: () => void
}

interface Draft {
  changesClasses: boolean
  wantedClasses: Wanted[]
  changesSensitivity: boolean
  sensitivity: Sensitivity
}
const INITIAL: Draft = {
  changesClasses: false,
  wantedClasses: ['person', 'vehicle', 'cycle'],
  changesSensitivity: false,
  sensitivity: 3,
}

/** Asks for the sensitivity, the wanted classes or both. A setting that is not ticked is not changed. */
export function SettingsForm({ selection, cameras, onStarted }: SettingsFormProps) {
  const { t } = useTranslation('clients')
  const change = useBulk(setViewsSettings, { inlineErrors: true })
  const form = useSchemaForm<Draft, typeof setViewsSettings>({
    initial: INITIAL,
    operation: setViewsSettings,
    toBody: (draft) => ({
      ...selectionBody(selection),
      ...(draft.changesClasses ? { wantedClasses: draft.wantedClasses } : {}),
      ...(draft.changesSensitivity ? { sensitivity: draft.sensitivity } : {}),
    }),
    rules: (draft) => ({
      changesClasses: draft.changesClasses || draft.changesSensitivity ? undefined : '',
      wantedClasses: draft.changesClasses && draft.wantedClasses.length === 0 ? '' : undefined,
    }),
    async submit(body) {
      await change.mutateAsync({ body })
      onStarted()
    },
  })
  const { changesClasses, changesSensitivity, wantedClasses, sensitivity } = form.values
  return (
    <Form form={form}>
      <p className={css['note']}>{t('bulk.body', { cameras })}</p>
      <Checkbox label={t('bulk.changeClasses')} {...form.tick('changesClasses')} />
      {changesClasses && (
        <WantedField
          value={wantedClasses}
          onChange={(classes) => form.set('wantedClasses', classes)}
          disabled={false}
        />
      )}
      <Checkbox label={t('bulk.changeSensitivity')} {...form.tick('changesSensitivity')} />
      {changesSensitivity && (
        <SensitivityField value={sensitivity} onChange={(step) => form.set('sensitivity', step)} disabled={false} />
      )}
      <FormEnd form={form} submit={t('bulk.start')} disabled={!form.isValid} />
    </Form>
  )
}
