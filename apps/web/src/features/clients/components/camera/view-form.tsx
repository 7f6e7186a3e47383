import { NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { updateView, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { asViewDraft, MERGE_MAX, toViewBody, viewProblems } from '../../model/view-draft.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { useUnsaved } from '../../state/unsaved.ts'
import { useDraft } from '../../state/use-draft.ts'
import { NodeFormError } from '../panes/node-form-error.tsx'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { SaveBar } from '../panes/save-bar.tsx'
import { SensitivityField } from './sensitivity-field.tsx'
import { WantedField } from './wanted-field.tsx'

/** Settings of a camera. */
export function ViewForm({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation(['clients', 'common', 'alarms'])
  const queries = useQueryClient()
  const draft = useDraft(asViewDraft(view))
  useUnsaved(draft.dirty)
  const save = useOperation(updateView, {
    inlineErrors: true,
    onSuccess: async (saved) => {
      queries.setQueryData(nodeQuery('view', saved.id).queryKey, saved)
      draft.reset()
      showToast({ type: 'success', message: t('form.saved') })
      await refreshNode(queries, { projectId: saved.clientId, siteId: saved.siteId, viewId: saved.id })
    },
  })
  const { value } = draft
  const problems = viewProblems(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.length === 0) save.mutate({ params: { id: view.id }, body: toViewBody(draft.changes) })
  }
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <NameField
        label={t('camera.name')}
        value={value.name}
        onChange={(name) => draft.set({ name })}
        error={save.error}
        disabled={disabled}
      />
      <Switch
        label={t('camera.active')}
        description={t('camera.activeHint')}
        checked={value.active}
        disabled={disabled}
        onChange={(event) => draft.set({ active: event.currentTarget.checked })}
      />
      {value.integration && (
        <div>
          <div className={css['label']} id="view-integration">
            {t('camera.type')}
          </div>
          <SegmentedControl
            aria-labelledby="view-integration"
            disabled={disabled}
            data={(['email', 'api'] as const).map((type) => ({ value: type, label: t(`camera.types.${type}`) }))}
            value={value.integration}
            onChange={(next) => draft.set({ integration: next === 'api' ? 'api' : 'email' })}
          />
        </div>
      )}
      <WantedField
        value={value.wantedClasses}
        onChange={(wantedClasses) => draft.set({ wantedClasses })}
        disabled={disabled}
      />
      <SensitivityField
        value={value.sensitivity}
        onChange={(sensitivity) => draft.set({ sensitivity })}
        disabled={disabled}
      />
      <Switch
        label={t('camera.thermal')}
        description={t('camera.thermalHint')}
        checked={value.thermal}
        disabled={disabled}
        onChange={(event) => draft.set({ thermal: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('camera.merge')}
        description={t('camera.mergeHint')}
        suffix=" s"
        min={0}
        max={MERGE_MAX}
        clampBehavior="none"
        allowDecimal={false}
        value={value.mergeWindowSeconds ?? ''}
        disabled={disabled}
        error={mergeProblem()}
        onChange={(next) => draft.set({ mergeWindowSeconds: typeof next === 'number' ? next : null })}
      />
      <div className={css['pair']}>
        <TextField
          label={t('camera.channel')}
          description={t('camera.channelHint')}
          value={value.channel}
          maxLength={40}
          disabled={disabled}
          onChange={(channel) => draft.set({ channel })}
        />
        <TextField
          label={t('camera.model')}
          description={t('camera.modelHint')}
          value={value.deviceModel}
          maxLength={100}
          disabled={disabled}
          onChange={(deviceModel) => draft.set({ deviceModel })}
        />
      </div>
      <NodeFormError error={save.error} />
      <SaveBar
        dirty={draft.dirty}
        busy={save.isPending}
        invalid={problems.length > 0}
        onReset={() => {
          draft.reset()
          save.reset()
        }}
      />
    </form>
  )

  function mergeProblem() {
    const seconds = value.mergeWindowSeconds
    if (seconds === null) return t('common:validation.fieldRequired')
    if (seconds < 0) return t('common:validation.numMin', { n: 0 })
    return seconds > MERGE_MAX ? t('common:validation.numMax', { n: MERGE_MAX }) : undefined
  }
}
