import { Radio } from '@mantine/core'
import { setSiteSchedule, type SiteSchedule, type ViewSchedule } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { asNodeDraft, type NodeDraft, type ScheduleMode, toNodeBody } from '../model/node-draft.ts'
import { startWeek } from '../model/week-editor.ts'
import { ContentFields } from './content-fields.tsx'
import css from './node-schedule.module.css'
import { TemplateSelect } from './template-select.tsx'
import { WeekGrid } from './week-grid.tsx'

const MODES: readonly ScheduleMode[] = ['none', 'template', 'own']
const isMode = (value: string): value is ScheduleMode => MODES.some((mode) => mode === value)

interface NodeScheduleFormProps {
  kind: 'site' | 'view'
  schedule: SiteSchedule | ViewSchedule
  /** Saves the draft. */
  save: (draft: NodeDraft, body: ReturnType<typeof toNodeBody>) => Promise<unknown>
}

/** Chooses the schedule of a site or camera: none of its own, that of a template, or times of its own. */
export function NodeScheduleForm({ kind, schedule, save }: NodeScheduleFormProps) {
  const { t } = useTranslation(['schedules', 'clients', 'common'])
  const form = useSchemaForm<NodeDraft, typeof setSiteSchedule>({
    initial: asNodeDraft(schedule),
    operation: setSiteSchedule,
    toBody: (draft) => toNodeBody(draft, schedule.version),
    names: { templateId: 'template' },
    rules: ({ mode, template }) =>
      mode === 'template' && template === null ? { template: t('node.chooseTemplate') } : {},
    submit: (_body, draft) => save(draft, toNodeBody(draft, schedule.version)),
  })
  const { mode, template } = form.values
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  const templateProblem = form.field('template').error
  const isShownOfTemplate = mode === 'template' && template !== null && template.id === schedule.templateId
  const isShownOfSite =
    mode === 'none' && schedule.weekly !== null && kind === 'view' && 'source' in schedule && schedule.source === 'site'
  return (
    <Form form={form} className={css['form']}>
      <Radio.Group
        label={t(`node.${kind}.label`)}
        value={mode}
        onChange={(next) => {
          if (isMode(next)) form.set('mode', next)
        }}
      >
        <div className={css['modes']}>
          {MODES.map((each) => (
            <Radio key={each} value={each} label={t(`node.${kind}.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      {mode === 'template' && (
        <div className={css['template']}>
          <TemplateSelect
            label={t('node.template')}
            value={template}
            error={typeof templateProblem === 'string' ? templateProblem : undefined}
            onChange={(next) => form.set('template', next)}
          />
          <p className={css['note']}>{t('node.linked')}</p>
          {isShownOfTemplate && (
            <Button size="compact-sm" onClick={() => form.set('mode', 'own')}>
              {t('node.copy')}
            </Button>
          )}
        </div>
      )}
      {(isShownOfTemplate || isShownOfSite) && schedule.weekly && (
        <WeekGrid isReadOnly label={t('template.week')} state={startWeek(schedule.weekly)} act={() => undefined} />
      )}
      {mode === 'own' && <ContentFields form={form} label={t('template.week')} />}
      <FormError error={form.error} text={isConflict ? t('node.conflict') : undefined} />
      {form.isDirty && (
        <FormActions>
          <Button onClick={form.reset} disabled={form.isPending}>
            {t('clients:form.discard')}
          </Button>
          <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid}>
            {t('common:save')}
          </Button>
        </FormActions>
      )}
    </Form>
  )
}
