import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NameField } from './name-field.tsx'
import css from './pane.module.css'

interface AddFormProps<T extends { name: string }> {
  form: SchemaForm<T>
  /** The label of the name field. */
  label: string
  placeholder: string
  isNameOptional?: boolean
  submit: string
  onCancel: () => void
  /** The other fields of the form. */
  children?: ReactNode
}

/** A form that adds a client, a site or a camera. */
export function AddForm<T extends { name: string }>({
  form,
  label,
  placeholder,
  isNameOptional = false,
  submit,
  onCancel,
  children,
}: AddFormProps<T>) {
  const { t } = useTranslation('common')
  return (
    <Form form={form} className={css['form']}>
      <NameField form={form} label={label} placeholder={placeholder} isOptional={isNameOptional} takesFocus />
      {children}
      <FormError error={form.error} />
      <div className={css['formActions']}>
        <Button type="submit" look="primary" loading={form.isPending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </Form>
  )
}
