import { Select, Switch } from '@mantine/core'
import {
  type AdvancedRule,
  createAdvancedRule,
  listAdvancedRules,
  RULE_VISUALS,
  type RuleKind,
  updateAdvancedRule,
  type View,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { crossedAreas } from '../../model/mask-editor.ts'
import { BODY_NAMES, problemsOf, type RuleDraft, type RuleProblem, toRuleBody } from '../../model/rule-draft.ts'
import { isBlind, type Standing, standingOf, standingOfRule } from '../../model/rule-standing.ts'
import { LookFields } from './look-fields.tsx'
import { RuleObstacle, RuleStateMark, useObstacleText } from './rule-state.tsx'
import css from './rules.module.css'
import { ScheduleFields, TimeoutFields } from './time-fields.tsx'
import { ZonesField } from './zones-field.tsx'

interface RuleFormProps {
  view: View
  /** The saved rule; undefined for a new one. */
  rule: AdvancedRule | undefined
  initial: RuleDraft
  kinds: readonly RuleKind[]
  /** Whether the rule can only be looked at. */
  locked: boolean
  onSaved: (rule: AdvancedRule) => void
}

/** The texts of what is wrong with a rule, by field. A zone that is still being drawn would be lost. */
function useRuleProblems(isDrawing: boolean) {
  const { t } = useTranslation('rules')
  return (draft: RuleDraft) => {
    const text = (problem: RuleProblem | 'crossed' | 'drawing') => t(`form.problem.${problem}`)
    const found = Object.entries(problemsOf(draft)).map(([field, problem]) => [field, text(problem)])
    const isCrossed = crossedAreas(draft.zones.map(({ points }) => points)).length > 0
    return {
      ...Object.fromEntries(found),
      ...(isDrawing ? { zones: text('drawing') } : isCrossed ? { zones: text('crossed') } : {}),
    }
  }
}

const standingOfDraft = (kinds: readonly RuleKind[], { type, categories }: RuleDraft): Standing =>
  standingOfRule(kinds, type, categories)

/** Creates or changes a rule. */
function useRuleForm({ view, rule, initial, kinds, onSaved }: RuleFormProps, isDrawing: boolean) {
  const settings = { inlineErrors: true, invalidates: [listAdvancedRules] }
  const create = useOperation(createAdvancedRule, settings)
  const update = useOperation(updateAdvancedRule, settings)
  const rules = useRuleProblems(isDrawing)
  return useSchemaForm<RuleDraft, typeof createAdvancedRule>({
    initial,
    operation: createAdvancedRule,
    toBody: (draft) => ({
      // The server refuses a rule that is on and sees nothing.
      advancedRule: { ...toRuleBody(draft), active: draft.active && !isBlind(standingOfDraft(kinds, draft)) },
    }),
    names: BODY_NAMES,
    rules,
    isDirty: (draft) => isDrawing || JSON.stringify(draft) !== JSON.stringify(initial),
    submit: async (body) => {
      const saved = await (rule
        ? update.mutateAsync({
            params: { id: view.id, ruleId: rule.id },
            body: { ...body, basedOn: { version: rule.version } },
          })
        : create.mutateAsync({ params: { id: view.id }, body }))
      onSaved(saved)
    },
  })
}

/** The form of a rule. It has only the fields that the kind of the rule needs. */
export function RuleForm(props: RuleFormProps) {
  const { t } = useTranslation(['rules', 'common'])
  const { view, rule, kinds, locked } = props
  const [isDrawing, setIsDrawing] = useState(false)
  const form = useRuleForm(props, isDrawing)
  const obstacleText = useObstacleText()
  const { type, categories } = form.values
  const noteOf = (category: (typeof categories)[number]) => {
    const standing = standingOf(kinds, type, category)
    return standing.obstacle === null ? undefined : obstacleText(standing)
  }
  const standing = standingOfDraft(kinds, form.values)
  const blind = isBlind(standing)
  // What the rule uses may be gone, although rules of its kind can look.
  const shown = standing.obstacle === null && rule ? rule : standing
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  return (
    <Form form={form}>
      <p className={css['hint']}>{t(`about.${type}`)}</p>
      {shown.obstacle !== null && (
        <p className={css['notice']} role="status">
          <RuleStateMark state={shown.state} /> <RuleObstacle standing={shown} />
        </p>
      )}
      <fieldset className={css['fields']} disabled={locked}>
        <TextField label={t('form.name')} {...form.field('name')} required autoComplete="off" data-autofocus />
        <Switch
          label={t('form.active')}
          {...form.tick('active')}
          {...(blind ? { description: t('form.activeLater'), checked: false, disabled: true } : {})}
        />
        <LookFields form={form} noteOf={noteOf} />
        <section className={css['part']} aria-label={t('zones.title')}>
          <h3>{t('zones.title')}</h3>
          <ZonesField key={rule?.version} view={view} form={form} locked={locked} onDrawing={setIsDrawing} />
          <Select
            className={css['narrow']}
            label={t('form.visual')}
            allowDeselect={false}
            data={RULE_VISUALS.map((value) => ({ value, label: t(`form.visuals.${value}`) }))}
            {...form.field('visual')}
          />
        </section>
        <section className={css['part']} aria-label={t('form.whenTitle')}>
          <h3>{t('form.whenTitle')}</h3>
          <ScheduleFields form={form} />
          <TimeoutFields form={form} />
        </section>
      </fieldset>
      {!locked && (
        <FormEnd
          form={form}
          submit={rule ? t('common:save') : t('form.create')}
          disabled={!form.isValid || (rule !== undefined && !form.isDirty)}
          errorText={isConflict ? t('form.conflict') : undefined}
        />
      )}
    </Form>
  )
}
