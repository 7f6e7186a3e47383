import { NativeSelect, Textarea } from '@mantine/core'
import { MAIL_GROUPS, MAIL_TEMPLATE_LIMITS } from '@winnow/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import css from './mail-templates.module.css'
import type { TemplateDraft } from './template-draft.ts'

const LIMITS = MAIL_TEMPLATE_LIMITS
const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, LIMITS.text)

/** A pasted mail, and the template beside it. */
export function PatternFields({ form }: { form: SchemaForm<TemplateDraft> }) {
  const { t } = useTranslation('mailTemplates')
  const { exampleSubject, exampleText, subject, text } = form.values
  const isEmpty = subject === '' && text === ''
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.example')}</legend>
        <TextField
          label={t('form.exampleSubject')}
          {...form.field('exampleSubject')}
          maxLength={LIMITS.subject}
          autoComplete="off"
        />
        <Textarea
          label={t('form.exampleText')}
          description={t('form.exampleHint')}
          {...form.field('exampleText')}
          maxLength={LIMITS.example}
          rows={5}
          resize="vertical"
          spellCheck={false}
          classNames={{ input: css['code'] ?? '' }}
        />
        {isEmpty && (exampleSubject !== '' || exampleText !== '') && (
          <div>
            <Button
              onClick={() => {
                form.set('subject', exampleSubject)
                form.set('text', lines(exampleText))
              }}
            >
              {t('form.begin')}
            </Button>
          </div>
        )}
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.template')}</legend>
        <TextField
          label={t('form.subject')}
          description={t('form.subjectHint')}
          {...form.field('subject')}
          maxLength={LIMITS.subject}
          autoComplete="off"
          spellCheck={false}
        />
        <TemplateText form={form} />
        <dl className={css['groups']}>
          {MAIL_GROUPS.map((group) => (
            <div key={group} style={{ display: 'contents' }}>
              <dt>{`{{${group}}}`}</dt>
              <dd>{t(`group.${group}`)}</dd>
            </div>
          ))}
        </dl>
      </fieldset>
    </>
  )
}

/** The text of the template, into which groups are put where the caret is. */
function TemplateText({ form }: { form: SchemaForm<TemplateDraft> }) {
  const { t } = useTranslation('mailTemplates')
  const box = useRef<HTMLTextAreaElement>(null)
  const { text } = form.values
  /** Puts a group in the place of what is selected, and the caret behind it. */
  const insert = (group: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = box.current ?? {}
    const value = `{{${group}}}`
    form.set('text', text.slice(0, from) + value + text.slice(to))
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + value.length, from + value.length)
    })
  }
  return (
    <>
      <Textarea
        label={t('form.text')}
        description={t('form.textHint')}
        {...form.field('text')}
        ref={box}
        maxLength={LIMITS.text}
        rows={5}
        resize="vertical"
        spellCheck={false}
        classNames={{ input: css['code'] ?? '' }}
      />
      <NativeSelect
        size="xs"
        label={t('form.insert')}
        value=""
        data={[
          { value: '', label: t('form.choose') },
          ...MAIL_GROUPS.map((group) => ({ value: group, label: `{{${group}}}` })),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '' && insert(value)}
      />
    </>
  )
}
