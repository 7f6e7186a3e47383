import { type ReactNode, useRef } from 'react'
import type { FieldProps } from '../../ui/form/use-fields.ts'
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { useCaptcha } from '../captcha/index.ts'
import { isWhole } from './code-field.tsx'

type CaptchaHeaders = Readonly<Record<string, string>>

interface CodeEntry {
  form: SchemaForm<{ code: string }>
  /** Props of the code's field. */
  field: FieldProps & { readOnly: boolean }
  /** The captcha. Render it outside the form. */
  dialog: ReactNode
}

interface CodeSettings {
  /** Sends the code. The headers carry a solved captcha, if required; `clear` empties the field. */
  verify: (code: string, sending: { headers: CaptchaHeaders; clear: () => void }) => Promise<void>
  /** Whether the user is asked for confirmation before leaving with a typed code. */
  isGuarded: boolean
}

/**
 * A form with a single code. It is submitted as soon as the sixth digit is typed or pasted. A refused code is not submitted again
 * automatically, since attempts are limited. Every error from the server is shown at the code's field.
 */
export function useCodeEntry({ verify, isGuarded }: CodeSettings): CodeEntry {
  const captcha = useCaptcha()
  const errorText = useErrorText()
  const lastSent = useRef<string>(undefined)
  const form = useSchemaForm({
    initial: { code: '' },
    rules: ({ code }) => ({ code: isWhole(code) ? undefined : '' }),
    names: { authenticationCode: 'code', backupCode: 'code', password: 'code' },
    refusals: (error) => ({ code: errorText(error) }),
    isGuarded,
    submit: (_body, { code }) => {
      lastSent.current = code
      return captcha.guard((headers) => verify(code, { headers, clear: () => form.set('code', '') }))
    },
  })
  const field = form.field('code')
  return {
    form,
    field: {
      ...field,
      readOnly: form.isPending,
      onChange(next: string) {
        field.onChange(next)
        if (isWhole(next) && next !== lastSent.current) void form.send()
      },
    },
    dialog: captcha.dialog,
  }
}
