import { Checkbox, Textarea } from '@mantine/core'
import { type WatchList, WATCH_LIST_LIMITS } from '@winnow/contract'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogCancel } from '../../ui/dialog-cancel.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes/use-unsaved-changes.ts'
import { pastedPlates, type PlateLine } from './model/pasted-plates.ts'
import { useImport } from './use-import.ts'
import css from './watch-lists.module.css'

interface ImportDialogProps {
  list: WatchList
  opened: boolean
  onClose: () => void
}

/** Imports plates that are pasted, or stand in a CSV file. Says before what is imported, and what is wrong with the other lines. */
export function ImportDialog({ list, opened, onClose }: ImportDialogProps) {
  const { t } = useTranslation('watchLists')
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={t('import.title', { name: list.name })}>
      {opened && <ImportForm list={list} onDone={onClose} />}
    </Dialog>
  )
}

interface Options {
  /** Whether the plates replace those in the list. */
  replace: boolean
  /** The last day on which the plates are valid. Empty: as long as the list keeps them. */
  lastDay: string
}

function ImportForm({ list, onDone }: { list: WatchList; onDone: () => void }) {
  const { t } = useTranslation('watchLists')
  const { zone } = useFormats()
  const [text, setText] = useState('')
  const [{ replace, lastDay }, setOptions] = useState<Options>({ replace: false, lastDay: '' })
  const [now] = useState(() => new Date())
  // The preview of a long text may lag behind the typing, which must not wait for it.
  const shown = useDeferredValue(text)
  const lines = useMemo(() => pastedPlates(shown), [shown])
  const good = lines.filter(({ problem }) => problem === null)
  const expiresAt = fromLocalInput(lastDay && `${lastDay}T23:59`, zone)
  const isPast = expiresAt !== undefined && new Date(expiresAt) <= now
  const { run, busy, error, done, restart } = useImport(list)
  useUnsavedChanges(text.trim() !== '', busy)
  const send = async () => {
    const { added, updated } = await run(good, { replace, ...(expiresAt ? { expiresAt } : {}) })
    showToast({ type: 'success', message: t('import.done', { added, updated, name: list.name }) })
    onDone()
  }
  return (
    <div className={css['stack']}>
      <PastedText
        text={text}
        disabled={busy}
        onChange={(changed) => {
          setText(changed)
          restart()
        }}
      />
      <Preview lines={lines} good={good.length} />
      <OptionFields
        list={list}
        options={{ replace, lastDay }}
        isPast={isPast}
        disabled={busy}
        onChange={(changed) => {
          setOptions(changed)
          restart()
        }}
      />
      {done > 0 && <HowFar done={done} all={good.length} busy={busy} />}
      <FormError error={error} />
      <FormActions>
        <DialogCancel isDone={false} />
        <Button
          look="primary"
          loading={busy}
          disabled={good.length === 0 || good.length > WATCH_LIST_LIMITS.plates || isPast || shown !== text}
          onClick={() => void send().catch(() => undefined)}
        >
          {good.length === 0 ? t('import.none') : t('import.send', { count: good.length })}
        </Button>
      </FormActions>
    </div>
  )
}

interface OptionFieldsProps {
  list: WatchList
  options: Options
  /** Whether the last day is over. */
  isPast: boolean
  disabled: boolean
  onChange: (options: Options) => void
}

/** Until when the plates are valid, and whether they replace those in the list. */
function OptionFields({ list, options, isPast, disabled, onChange }: OptionFieldsProps) {
  const { t } = useTranslation('watchLists')
  return (
    <>
      <DateField
        label={t('import.until')}
        description={t('import.untilHint', { count: list.retentionDays })}
        value={options.lastDay}
        error={isPast && t('import.past')}
        disabled={disabled}
        onChange={(lastDay) => onChange({ ...options, lastDay })}
      />
      {list.plates > 0 && (
        <Checkbox
          label={t('import.replace', { count: list.plates })}
          checked={options.replace}
          disabled={disabled}
          onChange={(event) => onChange({ ...options, replace: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** How many plates of a long import are done, and, after it broke off, that the rest can follow. */
function HowFar({ done, all, busy }: { done: number; all: number; busy: boolean }) {
  const { t } = useTranslation('watchLists')
  const { number } = useFormats()
  return (
    <p className={css['lead']} role="status">
      {t('import.far', { done: number(done), all: number(all) })}
      {!busy && ` ${t('import.rest')}`}
    </p>
  )
}

interface PastedTextProps {
  text: string
  disabled: boolean
  onChange: (text: string) => void
}

/** The plates as a text: typed, pasted, or read from a file. */
function PastedText({ text, disabled, onChange }: PastedTextProps) {
  const { t } = useTranslation('watchLists')
  return (
    <>
      <Textarea
        className={css['text']}
        label={t('import.text')}
        description={t('import.textHint')}
        rows={6}
        readOnly={disabled}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <DropArea
        icon={<IconFileTypeCsv size={24} stroke={1.5} aria-hidden="true" />}
        text={t('import.drop')}
        choose={t('import.choose')}
        accept=".csv,.txt,text/csv,text/plain"
        disabled={disabled}
        onFiles={([file]) => void file?.text().then(onChange)}
      />
    </>
  )
}

/** The number of wrong lines that are shown. */
const SHOWN = 100

/** How many plates are imported, and the lines that are left out, each with what is wrong with it. */
function Preview({ lines, good }: { lines: readonly PlateLine[]; good: number }) {
  const { t } = useTranslation('watchLists')
  const { number } = useFormats()
  const wrong = lines.filter(({ problem }) => problem !== null)
  if (lines.length === 0) return null
  return (
    <div className={css['stack']} role="status">
      <p className={css['lead']}>
        {t('import.good', { count: good, n: number(good) })}
        {wrong.length > 0 && ` ${t('import.wrong', { count: wrong.length, n: number(wrong.length) })}`}
        {good > WATCH_LIST_LIMITS.plates && ` ${t('import.tooMany', { n: number(WATCH_LIST_LIMITS.plates) })}`}
      </p>
      {wrong.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be focusable
        <ul className={css['wrong']} tabIndex={0} aria-label={t('import.wrongLines')}>
          {wrong.slice(0, SHOWN).map(({ line, plate, problem }) => (
            <li key={line}>
              {t('import.line', { n: line })} <code>{plate}</code>
              <span>{t(`import.problem.${problem ?? 'characters'}`)}</span>
            </li>
          ))}
          {wrong.length > SHOWN && <li>{t('import.more', { n: number(wrong.length - SHOWN) })}</li>}
        </ul>
      )}
    </div>
  )
}
