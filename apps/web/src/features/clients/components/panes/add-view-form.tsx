import { addPelcoCamera, type BodyOf, createView, getPelco } from '@winnow/contract'
import { parsePelcoSerial } from '@winnow/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import type { Problems } from '../../../../ui/form/problems.ts'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { ADDED_TYPES, type AddedType, isNumbered, OFFERED_TYPES } from '../../model/integration-names.ts'
import { refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { usePelcoRegistration } from '../../state/use-pelco-registration.ts'
import { TypeField } from '../camera/type-field.tsx'
import { SerialField } from '../pelco/serial-field.tsx'
import { AddForm } from './add-form.tsx'
import type { PaneProps } from './pane-props.ts'

interface NewView {
  name: string
  integration: AddedType
  /** Asked for where the mails of one sender are for several cameras. */
  channel: string
  /** Asked for at cameras of Pelco. */
  serialNumber: string
}
const NEW_VIEW: NewView = { name: '', integration: 'email', channel: '', serialNumber: '' }

type Added = typeof createView | typeof addPelcoCamera

/** The body of the operation that adds a camera of this type. */
function toBody({ name, integration, channel, serialNumber }: NewView) {
  if (integration === 'pelco') return name.trim() === '' ? { serialNumber } : { name, serialNumber }
  return isNumbered(integration) && channel.trim() !== ''
    ? { name, integration, channel: channel.trim() }
    : { name, integration }
}

/** Creates a camera, or registers one of Pelco at its cloud. */
function useAddedViews({ id, finish }: Pick<PaneProps, 'id' | 'finish'>, projectId: string) {
  const queries = useQueryClient()
  const create = useOperation(createView, { inlineErrors: true })
  const register = usePelcoRegistration(id)
  return async (body: BodyOf<Added>) => {
    const first =
      'serialNumber' in body ? (await register(body))[0] : await create.mutateAsync({ params: { id }, body })
    openNodes(projectId, id)
    if (first) finish({ pane: 'view', id: first.id })
    void refreshNode(queries, { projectId, siteId: id, viewId: null })
  }
}

/** The form that adds a camera to a site. `hasFailed`: the last attempt did not register a camera of Pelco. */
function useAddViewForm(place: Pick<PaneProps, 'id' | 'finish'>, projectId: string) {
  const { t } = useTranslation('pelco')
  const add = useAddedViews(place, projectId)
  const [integration, setIntegration] = useState<AddedType>(NEW_VIEW.integration)
  const isPelco = integration === 'pelco'
  const [hasFailed, setHasFailed] = useState(false)
  const form = useSchemaForm<NewView, Added>({
    initial: NEW_VIEW,
    operation: isPelco ? addPelcoCamera : createView,
    isDirty: (draft) =>
      draft.name.trim() !== '' || draft.serialNumber.trim() !== '' || draft.integration !== NEW_VIEW.integration,
    toBody,
    rules: (draft): Problems =>
      draft.integration === 'pelco' && parsePelcoSerial(draft.serialNumber.trim()) === undefined
        ? { serialNumber: t('invalid') }
        : {},
    refusals: ({ code }): Problems => {
      if (!isPelco) return {}
      if (code === 'CONFLICT') return { serialNumber: t('already') }
      return code === 'UNAVAILABLE' ? { serialNumber: t('cloudAway') } : {}
    },
    submit: async (body) => {
      setHasFailed(false)
      try {
        await add(body)
      } catch (error) {
        setHasFailed(isPelco && error instanceof RequestError)
        throw error
      }
    },
  })
  return {
    form,
    isPelco,
    hasFailed,
    setType: (type: AddedType) => {
      form.set('integration', type)
      setIntegration(type)
      setHasFailed(false)
    },
  }
}

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
