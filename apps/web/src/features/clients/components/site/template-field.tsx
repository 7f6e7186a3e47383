import { NativeSelect, Textarea } from '@mantine/core'
import { READY_TEMPLATES, TEMPLATE_NAMES } from '@winnow/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '../../../../ui/form/use-fields.ts'
import type { ReceiverDraft } from '../../model/receiver-draft.ts'
import { TemplatePreview } from './template-preview.tsx'
import css from './receivers.module.css'

interface TemplateFieldProps {
  label: string
  hint: string | undefined
  input: FieldProps
  siteId: string
  draft: ReceiverDraft
}

const readyOf = (format: unknown): string =>
  Object.entries(READY_TEMPLATES).find(([name]) => name === format)?.[1] ?? ''

/** A text with values of the alarm, and what becomes of it. A text that nobody has changed is the ready one of the chosen form. */
export function TemplateField({ label, hint, input, siteId, draft }: TemplateFieldProps) {
  const { t } = useTranslation('clients')
  const box = useRef<HTMLTextAreaElement>(null)
  const text = typeof input.value === 'string' ? input.value : readyOf(draft.values['format'])
  /** Puts a value where the caret is, and the caret behind it. */
  const insert = (name: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = box.current ?? {}
    const value = `{{${name}}}`
    input.onChange(text.slice(0, from) + value + text.slice(to))
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + value.length, from + value.length)
    })
  }
  /** Selects the place of a problem: the value, or the character. */
  const goTo = ({ line, column }: { line: number; column: number }) => {
    const lines = text.split('\n')
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
    const end = text.startsWith('{{', at) ? text.indexOf('}}', at) : -1
    box.current?.focus()
    box.current?.setSelectionRange(at, end < 0 ? at + 1 : end + 2)
  }
  return (
    <div className={css['template']}>
      <Textarea
        size="xs"
        label={label}
        description={hint}
        {...input}
        ref={box}
        value={text}
        rows={10}
        resize="vertical"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: css['code'] ?? '' }}
      />
      <NativeSelect
        size="xs"
        label={t('receivers.template.insert')}
        value=""
        data={[
          { value: '', label: t('receivers.template.choose') },
          ...TEMPLATE_NAMES.map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '' && insert(value)}
      />
      <TemplatePreview siteId={siteId} draft={draft} text={text} onGoTo={goTo} />
    </div>
  )
}
