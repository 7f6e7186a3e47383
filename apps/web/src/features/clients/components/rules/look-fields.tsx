import { Checkbox, Select } from '@mantine/core'
import { OBJECT_CLASSES, PPE_ITEMS, RULE_LIMITS, type RuleCategory } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { categoriesOf, fieldsOf, type RuleDraft } from '../../model/rule-draft.ts'
import { ListField } from './list-field.tsx'
import css from './rules.module.css'

interface LookFieldsProps {
  form: SchemaForm<RuleDraft>
  /** Why a category is not ready; undefined if it is. */
  noteOf: (category: RuleCategory) => string | undefined
}

/** What a rule looks for: only the fields that its kind needs. */
export function LookFields({ form, noteOf }: LookFieldsProps) {
  const { t } = useTranslation(['rules', 'alarms'])
  const fields = fieldsOf(form.values)
  const { type } = form.values
  return (
    <>
      {fields.has('categories') && <CategoriesField form={form} noteOf={noteOf} />}
      {fields.has('items') && (
        <Choices form={form} field="items" label={t('form.items')} hint={t('form.itemsHint')} of={PPE_ITEMS}>
          {(item) => t(`item.${item}`)}
        </Choices>
      )}
      {fields.has('list') && <ListField form={form} />}
      {fields.has('objectType') && (
        <Select
          className={css['narrow']}
          label={t(type === 'loitering' ? 'form.whoStays' : 'form.objectType')}
          allowDeselect={false}
          data={OBJECT_CLASSES.map((value) => ({ value, label: t(`alarms:class.${value}`) }))}
          {...form.field('objectType')}
        />
      )}
      <NumberFields form={form} />
    </>
  )
}

/** Numbers of things, the period, and how exactly plates must agree. */
function NumberFields({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  const fields = fieldsOf(form.values)
  const { count, period } = RULE_LIMITS
  return (
    <>
      {fields.has('min') && (
        <>
          <div className={css['pair']}>
            <NumberField label={t('form.min')} min={0} max={count} allowDecimal={false} {...form.field('min')} />
            {fields.has('max') && (
              <NumberField label={t('form.max')} min={0} max={count} allowDecimal={false} {...form.field('max')} />
            )}
          </div>
          <p className={css['hint']}>{t(fields.has('max') ? 'form.countHint' : 'form.crowdHint')}</p>
        </>
      )}
      {fields.has('period') && (
        <NumberField
          className={css['narrow']}
          label={t('form.period')}
          description={t('form.periodHint', period)}
          {...period}
          allowDecimal={false}
          {...form.field('period')}
        />
      )}
      {fields.has('similarity') && (
        <NumberField
          className={css['narrow']}
          label={t('form.similarity')}
          description={t('form.similarityHint')}
          min={50}
          max={100}
          allowDecimal={false}
          {...form.field('similarity')}
        />
      )}
    </>
  )
}

function CategoriesField({ form, noteOf }: LookFieldsProps) {
  const { t } = useTranslation('rules')
  return (
    <Choices
      form={form}
      field="categories"
      label={t('form.categories')}
      of={categoriesOf(form.values.type)}
      noteOf={noteOf}
    >
      {(category) => t(`category.${category}`)}
    </Choices>
  )
}

interface ChoicesProps<T extends string> {
  form: SchemaForm<RuleDraft>
  field: 'categories' | 'items'
  label: string
  hint?: string
  of: readonly T[]
  noteOf?: (choice: T) => string | undefined
  children: (choice: T) => string
}

/** Several things of a few, each with its own note. */
function Choices<T extends string>({ form, field, label, hint, of, noteOf, children }: ChoicesProps<T>) {
  const { value, onChange, error, 'data-path': path } = form.field(field)
  return (
    <Checkbox.Group label={label} description={hint} value={value} onChange={onChange} error={error} data-path={path}>
      <div className={css['choices']}>
        {of.map((choice) => (
          <Checkbox key={choice} value={choice} label={children(choice)} description={noteOf?.(choice)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
