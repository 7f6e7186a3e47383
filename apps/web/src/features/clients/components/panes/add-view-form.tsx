import { getPelco } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { ADDED_TYPES, isNumbered, OFFERED_TYPES } from '../../model/integration-names.ts'
import { TypeField } from '../camera/type-field.tsx'
import { SerialField } from '../pelco/serial-field.tsx'
import { AddForm } from './add-form.tsx'
import type { PaneProps } from './pane-props.ts'
import { useAddViewForm } from './use-add-view-form.ts'

/** The name and the way in of a new camera. */
export function AddViewForm({
  id,
  projectId,
  go,
  finish,
}: Pick<PaneProps, 'id' | 'go' | 'finish'> & { projectId: string }) {
  const { t } = useTranslation(['clients', 'pelco'])
  const pelco = useOperationQuery(getPelco, { params: { id } }, { quiet: true }).data
  const { form, isPelco, hasFailed, setType } = useAddViewForm({ id, finish }, projectId)
  return (
    <AddForm
      form={form}
      label={t('camera.name')}
      placeholder={isPelco ? t('pelco:namePlaceholder') : t('camera.placeholder')}
      isNameOptional={isPelco}
      submit={t(isPelco ? 'pelco:register' : 'camera.create')}
      onCancel={() => go({ pane: 'site', id })}
    >
      <TypeField
        value={form.values.integration}
        types={pelco?.isUnlocked === true && pelco.hasCloud ? ADDED_TYPES : OFFERED_TYPES}
        onChange={setType}
      />
      {isNumbered(form.values.integration) && (
        <TextField
          label={t('camera.channel')}
          description={t('camera.channelHint')}
          {...form.field('channel')}
          maxLength={40}
        />
      )}
      {isPelco && (
        <SerialField
          field={form.field('serialNumber')}
          isStandIn={pelco?.isStandIn === true}
          hasFailed={hasFailed}
          isPending={form.isPending}
          onSerial={(serial) => form.set('serialNumber', serial)}
        />
      )}
    </AddForm>
  )
}
