import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import css from './login.module.css'

interface SubmitWideProps<T extends object> {
  form: SchemaForm<T>
  /** Replaces the default text of the result. */
  text?: string | undefined
  children: string
}

/** The end of a form that fills a page: a full-width button and the result. */
export function SubmitWide<T extends object>({ form, text, children }: SubmitWideProps<T>) {
  const errorText = useErrorText()
  return (
    <>
      <Button type="submit" look="primary" size="sm" fullWidth loading={form.isPending} disabled={!form.isValid}>
        {children}
      </Button>
      <p role="alert" className={css['error']}>
        {Boolean(form.error) && (text ?? errorText(form.error))}
      </p>
    </>
  )
}
