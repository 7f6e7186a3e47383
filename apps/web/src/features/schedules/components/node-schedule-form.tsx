import { Radio } from '@mantine/core'
import { setSiteSchedule, type SiteSchedule, type ViewSchedule } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { asNodeDraft, type NodeDraft, type ScheduleMode, toNodeBody } from '../model/node-draft.ts'
import { startWeek } from '../model/week-editor.ts'
import { ContentFields } from './content-fields.tsx'
import { LinkText } from './link-text.tsx'
import css from './node-schedule.module.css'
import { TemplateSelect } from './template-select.tsx'
import { TrySchedule } from './try-schedule.tsx'
import { WeekGrid } from './week-grid.tsx'

const MODES = {
  site: ['none', 'template', 'own', 'armed'],
  view: ['none', 'template', 'own'],
} as const satisfies Record<string, readonly ScheduleMode[]>
const modeOf = (value: string): ScheduleMode | undefined => MODES.site.find((mode) => mode === value)

interface ModeFieldProps {
  kind: 'site' | 'view'
  value: ScheduleMode
  onChange: (mode: ScheduleMode) => void
}

function ModeField({ kind, value, onChange }: ModeFieldProps) {
  const { t } = useTranslation('schedules')
  return (
    <Radio.Group
      label={t(`node.${kind}.label`)}
      value={value}
      onChange={(next) => {
        const mode = modeOf(next)
        if (mode) onChange(mode)
      }}
    >
      <div className={css['modes']}>
        {kind === 'site'
          ? MODES.site.map((each) => <Radio key={each} value={each} label={t(`node.site.${each}`)} />)
          : MODES.view.map((each) => <Radio key={each} value={each} label={t(`node.view.${each}`)} />)}
      </div>
    </Radio.Group>
  )
}

interface TemplateFieldProps {
  form: SchemaForm<NodeDraft>
  /** Whether the chosen template is the one that is followed now. */
  isFollowed: boolean
}

/** The template to follow, and the way to windows of one's own that begin as its. */
function TemplateField({ form, isFollowed }: TemplateFieldProps) {
  const { t } = useTranslation('schedules')
  const { error } = form.field('template')
  return (
    <div className={css['template']}>
      <TemplateSelect
        label={t('node.template')}
        value={form.values.template}
        error={typeof error === 'string' ? error : undefined}
        onChange={(next) => form.set('template', next)}
      />
      <p className={css['note']}>{t('node.linked')}</p>
      {isFollowed && (
        <Button size="compact-sm" onClick={() => form.set('mode', 'own')}>
          {t('node.copy')}
        </Button>
      )}
    </div>
  )
}

interface NodeScheduleFormProps {
  kind: 'site' | 'view'
  id: string
  schedule: SiteSchedule | ViewSchedule
  /** Saves the draft. */
  save: (draft: NodeDraft, body: ReturnType<typeof toNodeBody>) => Promise<unknown>
}

function useNodeForm({ schedule, save }: NodeScheduleFormProps) {
  const { t } = useTranslation('schedules')
  return useSchemaForm<NodeDraft, typeof setSiteSchedule>({
    initial: asNodeDraft(schedule),
    operation: setSiteSchedule,
    toBody: (draft) => toNodeBody(draft, schedule.version),
    names: { templateId: 'template' },
    rules: ({ mode, template }) =>
      mode === 'template' && template === null ? { template: t('node.chooseTemplate') } : {},
    submit: (_body, draft) => save(draft, toNodeBody(draft, schedule.version)),
  })
}

/** Chooses the schedule of a site or camera: none of its own, that of a template, or times of its own. */
export function NodeScheduleForm(props: NodeScheduleFormProps) {
  const { kind, id, schedule } = props
  const { t } = useTranslation(['schedules', 'clients', 'common'])
  const form = useNodeForm(props)
  const { mode, template } = form.values
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  const isFollowed = mode === 'template' && template !== null && template.id === schedule.templateId
  const isOfSite = mode === 'none' && 'source' in schedule && schedule.source === 'site'
  return (
    <Form form={form} className={css['form']}>
      {kind === 'view' && schedule.deviceType === 2 && <p className={css['note']}>{t('node.unused')}</p>}
      <ModeField kind={kind} value={mode} onChange={(next) => form.set('mode', next)} />
      {mode === 'template' && <TemplateField form={form} isFollowed={isFollowed} />}
      {(isFollowed || isOfSite) && schedule.weekly && (
        <WeekGrid isReadOnly label={t('template.week')} state={startWeek(schedule.weekly)} act={() => undefined} />
      )}
      {(isFollowed || isOfSite) && schedule.holidays && (
        <LinkText link={schedule.holidays} missingYears={schedule.holidays.missingYears} />
      )}
      {mode === 'own' && (
        <>
          <ContentFields form={form} label={t('template.week')} zone={schedule.tz} kept={schedule.holidays} />
          <TrySchedule of={kind === 'site' ? { siteId: id } : { viewId: id }} content={form.values} />
        </>
      )}
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
